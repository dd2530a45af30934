// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `Many files and parts` {
  @Suite(.timeLimit(.minutes(10))) struct `A certificate of lossy audio` {
    /// Five seconds of pink noise with a tone on the left and pulses on the right, as `in.wav`.
    private static func folder() async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "anoisesrc=d=5:c=pink:r=44100:a=0.3:seed=3", "-f", "lavfi", "-i",
        "anoisesrc=d=5:c=pink:r=44100:a=0.3:seed=4", "-f", "lavfi", "-i",
        "aevalsrc=0.1*sin(2000*t*(1+0.1*t))|0.2*sin(900*t)*exp(-9*mod(t\\,0.5)):s=44100:d=5",
        "-filter_complex",
        "[0][1]join=inputs=2:channel_layout=stereo[n];[n][2]amix=normalize=0",
        folder.file("in.wav"),
      ])
      return folder
    }

    /// A result of `in.wav`, the encoder of the changed results, and filters with a part of the problem that they cause.
    private struct Case: CustomTestStringConvertible {
      let output: String, options: [String], encoder: [String]
      let spoiled: [(filter: String, problem: String)]
      var testDescription: String { output }
    }

    private static let cases = [
      Case(
        output: "out.m4a",
        options: ["--audio-encoder", "avenc_aac aac-ms=0 bitrate=256000"],
        encoder: ["aac", "-b:a", "128k"],
        spoiled: [
          ("lowpass=8000,lowpass=8000,lowpass=8000", "is too weak above 8.5 kHz, from"),
          ("bass=g=6:f=200", "below 350 Hz"), ("tremolo=f=5:d=0.4", "is softer"),
          ("volume=0.5:enable='between(t,2,2.1)'", "is softer, from 2.0"),
        ]
      ),
      Case(
        output: "out.mp3",
        options: [],
        encoder: ["libmp3lame", "-b:a", "192k"],
        spoiled: [
          ("aecho=0.9:0.9:120:0.4", "channel 2 has another waveform, from 0."),
          ("aeval=exprs=-val(0)|val(1):c=same", "channel 1 has another waveform, from 0."),
        ]
      ),
      Case(
        output: "out.opus",
        options: [],
        encoder: ["libopus", "-b:a", "160k"],
        spoiled: [
          ("adelay=0|10", "channel 2 has another waveform, from 0."),
          ("asplit[a][b];[b]highpass=12000,volume=8[c];[a][c]amix=normalize=0", "above 8.5 kHz"),
        ]
      ),
      Case(
        output: "out.ogg",
        options: [],
        encoder: ["libvorbis", "-q:a", "5"],
        spoiled: [("aresample=16000,aresample=44100", "is too weak above 8.5 kHz")]
      ),
    ]

    @Test(arguments: cases)
    private func `A result passes, also encoded again, and a changed one does not`(
      _ example: Case
    ) async throws {
      let folder = try await Self.folder()
      let job = ["--speed", "1.25"]
      try await succeed(
        ["in.wav", example.output, "--verify"] + job + example.options,
        in: folder
      )
      let filters = [(filter: "anull", problem: nil as String?)] + example.spoiled
      for (filter, problem) in filters {
        try await Clips.ffmpeg(
          ["-y", "-i", folder.file(example.output), "-filter_complex", filter, "-c:a"]
            + example.encoder + [folder.file("spoiled-\(example.output)")]
        )
        let found = try await `A certificate`.check(
          "spoiled-\(example.output)",
          folder,
          job,
          source: "in.wav"
        )
        #expect(found.status == (problem == nil ? 0 : 70), "\(filter): \(found.problems)")
        if let problem {
          #expect(found.problems.contains { $0.contains(problem) }, "\(filter): \(found.problems)")
        }
      }
    }

    @Test func `A low bit rate is no fault, unless the result has more bits`() async throws {
      let folder = try await Self.folder()
      let job = ["--speed", "1.25"]
      try await succeed(
        ["in.wav", "out.mp3", "--audio-encoder", "lamemp3enc bitrate=48 target=bitrate"] + job,
        in: folder
      )
      let found = try await `A certificate`.check("out.mp3", folder, source: "in.wav")
      #expect(found.status == 0, "\(found)")
      try await Clips.ffmpeg([
        "-i", folder.file("out.mp3"), "-b:a", "192k", folder.file("again.mp3"),
      ])
      let again = try await `A certificate`.check("again.mp3", folder, job, source: "in.wav")
      #expect(again.status == 70, "\(again)")
      #expect(again.problems.contains { $0.contains("too weak") }, "\(again.problems)")
    }
  }
}
