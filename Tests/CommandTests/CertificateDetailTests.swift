// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `Many files and parts` {
  @Suite(.timeLimit(.minutes(10))) struct `A certificate in detail` {
    @Test func `The certificate describes wrong frames`() async throws {
      let folder = try await `A certificate`.folder()
      // Frames are 40 ms apart, with 50 ms of the source in between; reversed video has each once.
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
          ? "frame 100, at 4.000 s, shows the source at 4.500 s instead of 5.000 s"
          : "frame 100, at 3.200 s, shows the source at 6.400 s instead of 6.000 s"
        #expect(text.text.contains("are at other times: \(said)"), "\(text.text)")
        #expect(text.text.contains("\n    \(said)"), "\(text.text)")
      }
    }

    @Test(arguments: ["mkv", "mp4"])
    func `The certificate compares the text of subtitles`(container: String) async throws {
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
      // The same in another format, and with another word.
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
        let problem = "subtitle track 2: 1 of 2 subtitles have other text, the first at 6.000 s"
        #expect(found.problems == (isRight ? [] : [problem]), "\(form)")
      }
    }

    @Test func `A result without comments is checked by the options of its job`() async throws {
      let folder = try TemporaryFolder()
      try await Self.shortClip(folder)
      let job = [
        "--at", "0.1=1", "--at", "0.6=1/2", "--fps", "50", "--pitch", "keep", "--start", "0.1",
      ]
      try await succeed(["in.mkv", "out.ts"] + job, in: folder)
      let found = try await `A certificate`.check("out.ts", folder, job)
      #expect(found.status == 0, "\(found)")
      let other = try await `A certificate`.check("out.ts", folder, Array(job.dropLast(2)))
      #expect(other.status == 70, "\(other)")
      // Theora cannot store them.
      try await succeed(["in.mkv", "out.ogg", "--factor", "1", "--no-audio"], in: folder)
      let silent = try await retime(["check", "in.mkv", "out.ogg"], in: folder)
      #expect(silent.status == 64 && silent.errors.contains("only a track of sound"), "\(silent)")
      // A container that stores them has lost them by a cut.
      try await Clips.ffmpeg([
        "-i", folder.file("out.ts"), "-t", "0.4", "-c", "copy", folder.file("cut.mp4"),
      ])
      let cut = try await retime(["check", "in.mkv", "cut.mp4"], in: folder)
      #expect(cut.status == 70 && cut.errors.contains("--factor"), "\(cut.errors)")
      let named = try await `A certificate`.check("cut.mp4", folder, job)
      #expect(named.status == 70)
      #expect(named.problems.contains { $0.contains("are missing, the first at 0.") }, "\(named)")
      let bytes = try folder.bytes(of: "cut.mp4")
      _ = try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "half.mp4")
      let half = try await retime(["check", "in.mkv", "half.mp4"], in: folder)
      #expect(half.status == 70 && half.errors.contains("cut off"), "\(half.errors)")
    }

    /// A second of moving frames and stereo noise with a language, as `in.mkv`.
    private static func shortClip(_ folder: TemporaryFolder) async throws {
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=1", "-f", "lavfi", "-i",
        "aevalsrc=0.3*random(0)|0.3*sin(1500*t*(1+t)):s=48000:d=1", "-c:v", "libx264", "-preset",
        "ultrafast", "-bf", "0", "-c:a", "flac", "-vf", "setsar=4/3", "-colorspace", "bt709",
        "-color_trc", "bt709", "-color_primaries", "bt709", "-color_range", "tv",
        "-metadata:s:a", "language=ger", folder.file("in.mkv"),
      ])
    }

    @Test func `Labels that are not as planned are named`() async throws {
      let folder = try TemporaryFolder()
      try await Self.shortClip(folder)
      try await succeed(["in.mkv", "out.mkv", "--factor", "1.2", "--verify"], in: folder)
      let spoiled: [([String], String)] = [
        (
          ["-c", "copy", "-aspect", "2:1"],
          "video track 0: its pixel aspect ratio is 3:2 instead of 4:3"
        ),
        (
          ["-c", "copy", "-bsf:v", "h264_metadata=matrix_coefficients=6"],
          "video track 0: its colors are described as "
        ),
        (
          ["-c", "copy", "-metadata:s:a", "language=fre"],
          "audio track 1: its language is fr instead of de"
        ),
        (
          ["-c:v", "copy", "-c:a", "flac", "-ac", "1"],
          "audio track 1: has 1 channel instead of 2 channels"
        ),
      ]
      for (options, problem) in spoiled {
        try await Clips.ffmpeg(
          ["-y", "-i", folder.file("out.mkv")] + options + [folder.file("other.mkv")]
        )
        let found = try await `A certificate`.check("other.mkv", folder)
        #expect(found.status == 70)
        #expect(found.problems.contains { $0.hasPrefix(problem) }, "\(found.problems)")
      }
    }

    @Test func `Spoiled frames and channels are named with their times`() async throws {
      let folder = try TemporaryFolder()
      try await Self.shortClip(folder)
      try await succeed(["in.mkv", "out.mkv", "--factor", "2"], in: folder)
      let spoiled: [(String, String, String)] = [
        ("drawbox=t=fill:c=black", "anull", "50 video frames with other levels"),
        ("gblur=sigma=2:enable='between(t,0.99,1.19)'", "anull", "by a blur, from 1.000 s to 1.2"),
        (
          "hflip=enable='between(t,0.99,1.13)'", "anull",
          "4 video frames with another image, from 1.000 s to 1.160 s"
        ),
        ("shuffleplanes=0:2:1", "anull", "50 video frames with other colors, from 0.000 s"),
        ("null", "volume=0:enable='between(t,1,1.15)'", "channel 2 is silent, from 1.0"),
        ("null", "pan=stereo|c0=c1|c1=c0", "channel 1 is heard in another channel, from 0.000 s"),
      ]
      for (video, audio, problem) in spoiled {
        try await Clips.ffmpeg([
          "-y", "-i", folder.file("out.mkv"), "-vf", video, "-af", audio, "-c:v", "libx264", "-crf",
          "16", "-preset", "ultrafast", "-c:a", "flac", folder.file("spoiled.mkv"),
        ])
        let found = try await `A certificate`.check("spoiled.mkv", folder)
        #expect(found.status == 70)
        #expect(found.problems.contains { $0.contains(problem) }, "\(problem): \(found.problems)")
      }
    }

    @Test func `Interpolated frames of a real video pass`() async throws {
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
        (["--at", "0=1", "--at", "0.8=1/2", "--frames", "flow", "--fps", "30"], "eased.webm"),
      ] {
        try await succeed([film, name, "--end", "1"] + options, in: folder)
        let found = try await `A certificate`.check(name, folder, source: film)
        #expect(found.status == 0, "\(found)")
        let tracks = try #require(found.certificate["tracks"] as? [[String: Any]])
        // Other frames than the interpolated ones, such as blends, differ by more than the codec.
        #expect(tracks[0]["psnr"] as? Double ?? 0 > 38, "\(tracks)")
      }
    }
  }

  @Suite(.timeLimit(.minutes(10))) struct `Verified jobs in parts` {
    @Test(arguments: ["mkv", "mp4"])
    func `Copied frames give the same bytes each time`(container: String) async throws {
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
    func `Parts are verified as a whole, and a mismatch leaves no output`()
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
    func `Parts are refused for jobs that encode nothing`(job: [String]) async throws {
      let folder = try await `A certificate`.folder()
      let refused = try await retime(job + ["in.mkv", "out.mkv", "--parts", "2"], in: folder)
      #expect(refused.status == 64 && refused.errors.contains("retime scale"), "\(refused.errors)")
    }
  }
}
