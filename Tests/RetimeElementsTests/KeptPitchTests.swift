// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Sound that keeps its pitch while it plays` {
  @Test(arguments: [("0.5", 72_000), ("1.5", 216_000), ("2", 288_000)])
  func `stays at 440 Hz, and is as long as the factor says`(factor: String, frames: Int)
    async throws
  {
    let (folder, environment) = try `The plugin`.installed()
    let output = folder.file("tone.wav")
    let line =
      "audiotestsrc freq=440 volume=0.5 num-buffers=300 samplesperbuffer=480 "
      + "! audio/x-raw,format=S16LE,rate=48000,channels=2 "
      + "! audioretime factor=\(factor) pitch=keep ! wavenc ! filesink location=\(output)"
    let run = try await Program.run(
      "gst-launch-1.0",
      ["-q"] + line.split(separator: " ").map(String.init),
      environment: environment
    )
    #expect(run.status == 0 && !run.errors.contains("Leaks detected"), "\(run.errors)")
    #expect(try await Judge.entries("stream=duration_ts", of: output) == "\(frames)")
    let tones = try await Program.succeed(
      "python3",
      [Repository.file("Tests/Oracles/tones.py"), output]
    )
    let moments = tones.text.split(separator: "\n").map { line in
      line.split(separator: " ").compactMap { Double($0) }
    }
    #expect(moments.count >= frames / 4_800 - 2)
    for moment in moments {
      try #require(moment.count == 4)
      #expect(abs(moment[1] - 440) < 0.5 && moment[2] > 0.99, "at \(moment[0]) s: \(moment)")
      // The judge adds up two channels of a half.
      #expect(abs(moment[3] - 0.5) < 0.015, "at \(moment[0]) s: \(moment)")
    }
  }
}
