// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@testable import RetimeMedia

extension `Media jobs` {
  @Suite struct `The work of a job` {
    /// The work of a job on eight seconds of video at 25 frames a second, along a map.
    private static func curve(
      _ map: String?,
      _ change: @Sendable (inout JobRequest) -> Void = { _ in }
    ) async throws -> WorkCurve {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await Clips.lumas((0..<200).map { UInt8(16 + $0) }, rate: "25", to: input)
      var request = JobRequest(
        input: input,
        output: folder.file("out.mkv"),
        amount: map == nil ? .factor(try Factor(numerator: 3, denominator: 1)) : .asMapped
      )
      request.course = try map.map { .document(try MapDocument(parsing: $0)) }
      change(&request)
      return WorkCurve(try await plan(request))
    }

    private func sections(_ text: String) -> String { #"{"retime-map":1,"sections":[\#(text)]}"# }

    @Test
    func `Without a map the work is proportional to the result`() async throws {
      let curve = try await Self.curve(nil)
      for time in [0.0, 0.5, 12, 24] { #expect(abs(curve.work(until: time) - time) < 1e-9) }
    }

    @Test
    func `Fast sections cost decoding, slow ones cost encoding`() async throws {
      let map = sections(#"{"from":"0","to":"4","speed":"4"},{"from":"4","to":"8","speed":"1/2"}"#)
      let curve = try await Self.curve(map)
      // A fifth for each second decoded; a second of output counts 1, and each repetition of it two thirds.
      #expect(abs(curve.work(until: 1) - (0.8 + 1)) < 1e-9)
      #expect(abs(curve.work(until: 9) - (1.6 + 1 + 4 + 8.0 / 3)) < 1e-9)
      // In the middle of the second section.
      #expect(abs(curve.work(until: 5) - (1.2 + 1 + 2 + 4.0 / 3)) < 1e-9)
      let made = try await Self.curve(map) { $0.selection = .flow }
      #expect(abs(made.work(until: 9) - (1.6 + 9)) < 1e-9, "Each frame is interpolated.")
    }

    @Test
    func `Work follows a speed ramp`() async throws {
      let curve = try await Self.curve(
        sections(#"{"from":"0","to":"8","speed":["4","1"],"ease":"linear"}"#)
      ) { $0.selection = .flow }
      // 3.2 s of result: half of its time plays 5.2 of the 8 s, as the speed there is 2.5.
      #expect(abs(curve.work(until: 1.6) - (0.2 * 5.2 + 1.6)) < 1e-6)
      #expect(abs(curve.work(until: 3.2) - (0.2 * 8 + 3.2)) < 1e-9)
      #expect(curve.work(until: 1000) == curve.work(until: 4), "The work never exceeds the total.")
    }
  }
}
