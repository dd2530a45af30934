// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `Many files and parts` {
  @Suite(.timeLimit(.minutes(10))) struct `A certificate in detail` {
    @Test func `says what pictures show that are wrong`() async throws {
      let folder = try await `A certificate`.folder()
      // Pictures come every 40 ms, with 50 ms of the source in between; backwards each comes once.
      for (job, interval, begin, step) in [
        ("scale", 0.04, 0.0, 0.05), ("reverse", 0.032, 10, -0.04),
      ] {
        try await succeed([job, "in.mkv", "out.mkv", "--speed", "1.25", "-y"], in: folder)
        try await Clips.ffmpeg([
          "-y", "-i", folder.file("out.mkv"), "-i", folder.file("out.mkv"), "-filter_complex",
          "[0:v][1:v]freezeframes=first=100:last=102:replace=90[v]", "-map", "[v]", "-map", "0:a",
          "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "copy", folder.file("spoiled.mkv"),
        ])
        let found = try await `A certificate`.check("spoiled.mkv", folder)
        let tracks = try #require(found.certificate["tracks"] as? [[String: Any]])
        let strays = try #require(tracks[0]["strays"] as? [[String: Double]])
        #expect(strays.map { $0["picture"] } == [100, 101, 102])
        for (number, stray) in zip(100..., strays) {
          let planned = begin + step * Double(number)
          #expect(abs((stray["time"] ?? 0) - Double(number) * interval) < 0.002, "\(stray)")
          #expect(abs((stray["shown"] ?? 0) - (begin + step * 90)) < 0.002, "\(stray)")
          #expect(abs((stray["planned"] ?? 0) - planned) < 0.002, "\(stray)")
        }
        let text = try await retime(["check", "in.mkv", "spoiled.mkv"], in: folder)
        let said =
          step > 0
          ? "picture 100, at 4.000 s, shows the source at 4.500 s instead of 5.000 s"
          : "picture 100, at 3.200 s, shows the source at 6.400 s instead of 6.000 s"
        #expect(text.text.contains("are at other times: \(said)"), "\(text.text)")
        #expect(text.text.contains("\n    \(said)"), "\(text.text)")
      }
    }

    @Test(arguments: ["mkv", "mp4"])
    func `compares what subtitles say`(container: String) async throws {
      let folder = try await `A certificate`.folder()
      let cues = { (word: String) in
        """
        1
        00:00:01,000 --> 00:00:02,000
        One <i>slanted</i> & plain, 1 < 2

        2
        00:00:03,000 --> 00:00:04,500
        \(word)
        in two lines

        """
      }
      let text = try folder.write(Array(cues("Second").utf8), to: "in.srt")
      try await Clips.ffmpeg([
        "-i", folder.file("in.mkv"), "-i", text, "-map", "0", "-map", "1", "-c", "copy",
        folder.file("titled.mkv"),
      ])
      let output = "out.\(container)"
      try await succeed(["titled.mkv", output, "--factor", "2", "--verify"], in: folder)
      let good = try await `A certificate`.check(output, folder, source: "titled.mkv")
      #expect(good.status == 0, "\(good)")
      let tracks = try #require(good.certificate["tracks"] as? [[String: Any]])
      #expect(tracks.last?["identical"] as? Bool == true)
      // The same in another form, and with another word.
      let other = cues("Third").replacing("03,000", with: "06,000").replacing("04,5", with: "09,0")
        .replacing("02,000", with: "04,000").replacing("01,000", with: "02,000")
      let wrong = try folder.write(Array(other.utf8), to: "wrong.srt")
      for (form, isRight) in [("ass", true), ("srt", true), ("ass", false), ("srt", false)] {
        let words = isRight ? ["-map", "0"] : ["-map", "0:v", "-map", "0:a", "-map", "1"]
        try await Clips.ffmpeg(
          ["-y", "-i", folder.file(output), "-i", wrong] + words
            + ["-c", "copy", "-c:a", "flac", "-c:s", form, folder.file("packed.mkv")]
        )
        let found = try await `A certificate`.check("packed.mkv", folder, source: "titled.mkv")
        #expect(found.status == (isRight ? 0 : 70), "\(form) \(found)")
        let problem = "subtitle track 2: 1 of 2 texts say something else, the first at 6.000 s"
        #expect(found.problems == (isRight ? [] : [problem]), "\(form)")
      }
    }

    @Test func `passes pictures of a real film that were made along its motion`() async throws {
      let folder = try TemporaryFolder()
      let film = Repository.file("media/rabbit320.webm")
      for (options, name) in [
        (["--factor", "2", "--frames", "flow"], "flow.mkv"),
        (
          [
            "--factor", "2", "--frames", "flow", "--flow-quality", "fast",
            "--repeats", "keep", "--motion-blur", "180", "--parts", "2",
          ], "parts.mp4"
        ),
        (["--at", "0=1", "--at", "2=1/2", "--frames", "flow", "--fps", "30"], "eased.webm"),
      ] {
        try await succeed([film, name, "--end", "3"] + options, in: folder)
        let found = try await `A certificate`.check(name, folder, source: film)
        #expect(found.status == 0, "\(found)")
        let tracks = try #require(found.certificate["tracks"] as? [[String: Any]])
        // Other pictures than the ones that were made, such as blends, are further off than a codec brings them.
        #expect(tracks[0]["psnr"] as? Double ?? 0 > 38, "\(tracks)")
      }
    }
  }

  @Suite(.timeLimit(.minutes(10))) struct `Verified parts` {
    @Test(arguments: ["mkv", "mp4"])
    func `are the same bytes each time where pictures are kept`(container: String) async throws {
      let folder = try await `A certificate`.folder()
      let job = [
        "in.mkv", "out.\(container)", "-y", "--factor", "1.5", "--copy-video", "--no-audio",
      ]
      var made: Set<[UInt8]> = []
      for _ in 0..<12 {
        try await succeed(job + ["--parts", "2"], in: folder)
        made.insert(try folder.bytes(of: "out.\(container)"))
      }
      #expect(made.count == 1)
    }

    @Test
    func `are verified as a whole, and leave nothing where the result is not what was planned`()
      async throws
    {
      let folder = try await `A certificate`.folder()
      let job = [
        "in.mkv", "out.mkv", "--factor", "1.5", "--parts", "3", "--verify", "--video-encoder",
      ]
      let made = try await succeed(
        job + ["avenc_ffv1 gop-size=1", "--work", "work", "--progress", "json"],
        in: folder
      )
      let done = try made.lastEvent()
      let certificate = try #require(done["certificate"] as? [String: Any])
      let tracks = try #require(certificate["tracks"] as? [[String: Any]])
      #expect(certificate["ok"] as? Bool == true)
      #expect(
        tracks.first?["identical"] as? Bool == true && tracks.first?["planned"] as? Int == 375
      )
      let joined = try await retime(
        ["join", "work/plan.json", "-y", "--verify", "--progress", "bar"],
        in: folder
      )
      #expect(
        joined.status == 0
          && joined.errors.contains("verified: video track 0: 375 frames, identical")
      )

      let before = try folder.bytes(of: "out.mkv")
      for encoder in [
        "videobalance brightness=0.02 ! avenc_ffv1 gop-size=1",
        "videorate max-rate=20 drop-only=true ! avenc_ffv1 gop-size=1",
      ] {
        let refused = try await retime(job + [encoder, "-y"], in: folder)
        #expect(refused.status == 70, "\(refused.errors)")
        #expect(refused.errors.contains("video track 0: "), "\(refused.errors)")
        #expect(try folder.bytes(of: "out.mkv") == before)
        #expect(folder.names == ["in.mkv", "out.mkv", "work"])
      }
      let unplanned = try await retime(["plan"] + job + ["x264enc"], in: folder)
      #expect(unplanned.status == 64 && unplanned.errors.contains("retime join"))
    }

    @Test(arguments: [["copy"], ["resample", "--rate", "44100"]])
    func `are refused where nothing is encoded`(job: [String]) async throws {
      let folder = try await `A certificate`.folder()
      let refused = try await retime(job + ["in.mkv", "out.mkv", "--parts", "2"], in: folder)
      #expect(refused.status == 64 && refused.errors.contains("retime scale"), "\(refused.errors)")
    }
  }
}
