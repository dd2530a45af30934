// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Pitch preservation during playback` {
  @Test(arguments: [("0.5", 72_000), ("1.5", 216_000), ("2", 288_000)])
  func `A tone stays at 440 Hz and has the length of the factor`(factor: String, frames: Int)
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
    let moments = try await Oracle.moments(output)
    #expect(moments.count >= frames / 4_800 - 2)
    for moment in moments {
      #expect(abs(moment.frequency - 440) < 0.5 && moment.share > 0.99, "\(moment)")
      // The measurement adds up two channels of a half.
      #expect(abs(moment.level - 0.5) < 0.015, "\(moment)")
    }
  }
}
