// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `Many files and parts` {
  @Suite(.timeLimit(.minutes(10))) struct `A certificate of lossy video` {
    private static let film = Repository.file("media/rabbit320.webm")

    /// Filters, each with a part of the problem that it causes; nil for none.
    private static let spoiled: [(filter: String, options: [String], problem: String?)] = [
      ("null", ["-crf", "18"], nil),
      ("null", ["-crf", "42"], "than their quality allows, from 0.000 s"),
      ("lutyuv=y=bitand(val\\,240)+8", ["-crf", "16"], "than their quality allows"),
      ("lutyuv=u=val+3", ["-crf", "16"], "with other colors"),
      ("eq=gamma=1.1", ["-crf", "16"], "with other levels"),
      ("noise=alls=14:allf=t", ["-crf", "10"], "than their quality allows"),
      ("crop=318:240:2:0,pad=320:240:0:0", ["-crf", "16"], "than their quality allows"),
      (
        "drawbox=x=0:y=0:w=320:h=4:color=black:t=fill", ["-crf", "16"], "than their quality allows"
      ),
      (
        "split[a][b];[b]crop=64:64:128:80,gblur=sigma=4[c];[a][c]overlay=128:80:enable='between(t,0.5,1)'",
        ["-crf", "16"], "than their quality allows, from 0.5"
      ),
    ]

    @Test func `A film encoded again passes, and a changed one does not`() async throws {
      let folder = try TemporaryFolder()
      try await succeed(
        [Self.film, "out.mp4", "--speed", "1.25", "--end", "2", "--no-audio", "--verify"],
        in: folder
      )
      for (filter, options, problem) in Self.spoiled {
        try await Clips.ffmpeg(
          ["-y", "-i", folder.file("out.mp4"), "-vf", filter, "-c:v", "libx264"]
            + options
            + [folder.file("spoiled.mp4")]
        )
        let found = try await `A certificate`.check(
          "spoiled.mp4",
          folder,
          ["--speed", "1.25", "--end", "2", "--no-audio"],
          source: Self.film
        )
        #expect(found.status == (problem == nil ? 0 : 70), "\(filter): \(found.problems)")
        if let problem {
          #expect(found.problems.contains { $0.contains(problem) }, "\(filter): \(found.problems)")
        }
      }
    }

    @Test func `The quality of the job and other codecs decide what is allowed`() async throws {
      let folder = try TemporaryFolder()
      let job = ["--factor", "1", "--end", "1", "--no-audio"]
      try await succeed([Self.film, "out.mkv", "--quality", "small", "--verify"] + job, in: folder)
      try await succeed(
        [Self.film, "own.mkv", "--verify", "--video-encoder", "x264enc pass=qual quantizer=34"]
          + job,
        in: folder
      )
      for name in ["out.mkv", "own.mkv"] {
        let found = try await `A certificate`.check(name, folder, source: Self.film)
        #expect(found.status == 0, "\(found)")
      }
      try await Clips.ffmpeg([
        "-i", folder.file("out.mkv"), "-c:v", "mpeg4", "-q:v", "12", folder.file("other.mkv"),
      ])
      let other = try await `A certificate`.check("other.mkv", folder, job, source: Self.film)
      #expect(other.status == 0, "\(other)")
    }
  }
}
