// SPDX-License-Identifier: MPL-2.0

#if Studio
import NIOHTTP1
@testable import RetimeStudio
import SQLite
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `The store` {
    /// The database of version 0.2.0, which created its tables with GRDB: a file, and a job that is done.
    private static let earlier = """
      CREATE TABLE "file" ("path" TEXT PRIMARY KEY NOT NULL, "byteCount" INTEGER NOT NULL,
        "modified" INTEGER NOT NULL, "info" TEXT, "message" TEXT, "hasThumbnail" BOOLEAN NOT NULL,
        "hasWaveform" BOOLEAN NOT NULL, "job" INTEGER);
      CREATE TABLE "imported" ("path" TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE "job" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "request" TEXT NOT NULL,
        "sourcePath" TEXT NOT NULL, "sourceIsSample" BOOLEAN NOT NULL, "output" TEXT NOT NULL,
        "state" TEXT NOT NULL, "message" TEXT, "created" DOUBLE NOT NULL, "started" DOUBLE,
        "finished" DOUBLE, "report" TEXT, "notices" TEXT NOT NULL, "process" INTEGER,
        "resultByteCount" INTEGER, "resultModified" INTEGER);
      ALTER TABLE "job" ADD COLUMN "place" INTEGER;
      CREATE TABLE "queue" ("isPaused" BOOLEAN NOT NULL);
      INSERT INTO queue VALUES (TRUE);
      INSERT INTO job VALUES (7, '{"action":"resample","file":"x","name":"b.wav","rate":8000}', 'a.webm', 0,
        'b.wav', 'done', NULL, 1.5, 2, 3.25, '{"duration":2.5}', '["noted"]', NULL, 4096, 17, 7);
      INSERT INTO grdb_migrations VALUES ('files and jobs'), ('order and pause of the queue');
      """

    @Test func `The database of an earlier version is read`() async throws {
      let state = try TemporaryFolder()
      _ = try DatabaseQueue(
        state.file("studio.sqlite"),
        label: "test",
        steps: [Migration("0.2.0", Self.earlier)]
      )
      for _ in 0..<2 {
        try await Bench.open(["a.webm"], state: state) { bench in
          let answer = try await bench.get("/api/jobs").json
          #expect(answer["isPaused"] == .bool(true))
          let job = try #require(answer["jobs"]?.elements.first)
          #expect(job["id"]?.int == 7 && job["state"]?.string == "done")
          #expect(job["finished"]?.double == 3.25 && job["report"]?["duration"]?.double == 2.5)
          #expect(job["notices"] == .strings(["noted"]))
          let id = try await bench.ready("a.webm").id
          let body = #"{"file":"\#(id)","action":"resample","rate":8000,"name":"c.wav"}"#
          let next = try await bench.start(body)
          #expect(next > 7)
          #expect(try await bench.post("/api/jobs/\(next)/cancel", "").status == 200)
          _ = try await bench.ask(.DELETE, "/api/jobs/\(next)")
        }
      }
    }

    @Test func `A database that cannot be read is moved away`() async throws {
      let state = try TemporaryFolder()
      let damaged = Array(repeating: UInt8(65), count: 8192)
      _ = try state.write(damaged, to: "studio.sqlite")
      try await Bench.open(["a.webm"], state: state) { bench in
        #expect(try await bench.get("/api/jobs").json["jobs"]?.elements == [])
        _ = try await bench.post("/api/queue", #"{"isPaused":true}"#)
      }
      #expect(try state.bytes(of: "studio.sqlite.damaged") == damaged)
      try await Bench.open(state: state) { bench in
        let answer = try await bench.get("/api/jobs").json
        #expect(answer["isPaused"] == .bool(true))
      }
    }
  }
}
#endif
