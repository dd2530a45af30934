// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

/// Counts the allocations of elements for each buffer, with a replacement of `malloc` in a separate process.
///
/// Nothing here depends on time. Each bound is half an allocation above the measured count, so that one more array for
/// each buffer fails the test; builds without optimisation have their own bounds.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `Allocations for each buffer` {
  /// The allocations of the pipeline `buffers ! element ! fakesink` for each buffer from the 100th to the 1100th, minus
  /// those with `identity` as the element.
  private static func count(_ buffers: String, _ element: String) async throws -> Double {
    var (folder, environment) = try `The plugin`.installed()
    environment["GST_TRACERS"] = nil
    let counter = folder.file("allocations.so")
    let source = Repository.file("benchmarks/kernels/CReference")
    try await Program.succeed(
      "clang",
      [
        "-O2", "-shared", "-fPIC", "-I\(source)/include", "\(source)/allocations.c", "-o", counter,
      ]
    )
    // Writes the registry, so that the counted runs do not have to.
    _ = try await Program.run("gst-inspect-1.0", ["audioretime"], environment: environment)
    environment["LD_PRELOAD"] = counter
    environment["COUNT_ALLOCATIONS"] = "1"
    var counts: [Int] = []
    for (tried, number) in [("identity", 100), ("identity", 1100), (element, 100), (element, 1100)]
    {
      let line =
        "\(buffers.replacingOccurrences(of: "COUNT", with: "\(number)")) ! \(tried) ! fakesink"
      let run = try await Program.run(
        "gst-launch-1.0",
        ["-q"] + line.split(separator: " ").map(String.init),
        environment: environment
      )
      try #require(run.status == 0, "\(run.errors)")
      let said = run.errors.split(separator: "\n").last { $0.hasPrefix("allocations: ") }
      counts.append(try #require(said.flatMap { Int($0.dropFirst(13)) }, "\(run.errors)"))
    }
    return Double(counts[3] - counts[2] - (counts[1] - counts[0])) / 1000
  }

  /// A speedup, with a jump that is not reached.
  private static let map =
    #"map={"retime-map":1,"sections":[{"from":"0","to":"100","speed":["1","2"]},"#
    + #"{"from":"101","to":"end","speed":"1"}]}"#

  @Test(
    arguments: [
      ("factor=1.5 method=linear", 15.5, 2.5), ("factor=0.5 method=linear", 11.5, 2.5),
      ("factor=1.5 method=smooth", 14.5, 2.5), ("factor=1.5", 9.5, 2.5),
      ("factor=0.5", 9.5, 2.5), ("\(map) method=linear", 9.5, 2.5),
      ("\(map) method=sinc", 10.5, 2.5), ("factor=1.5 pitch=keep", 7.0, 5.5),
      ("factor=0.5 pitch=keep", 6.5, 4.5), ("\(map) pitch=keep", 7.0, 5.0),
    ]
  )
  func `audioretime allocates little for each buffer`(
    properties: String,
    plain: Double,
    optimised: Double
  )
    async throws
  {
    let count = try await Self.count(
      "audiotestsrc num-buffers=COUNT samplesperbuffer=480 ! audio/x-raw,format=S16LE,channels=2,rate=48000",
      "audioretime \(properties)"
    )
    #expect(count > 0 && count <= (Repository.areProgramsOptimized ? optimised : plain), "\(count)")
  }

  @Test(
    arguments: [
      ("factor=2", 7.5, 4.5), ("factor=0.5", 6.0, 3.0), ("factor=1.5 frames=blend", 20.5, 2.5),
    ]
  )
  func `videoretime allocates little for each buffer`(
    properties: String,
    plain: Double,
    optimised: Double
  )
    async throws
  {
    let count = try await Self.count(
      "videotestsrc num-buffers=COUNT ! video/x-raw,format=I420,width=64,height=48,framerate=30/1",
      "videoretime \(properties)"
    )
    #expect(count > 0 && count <= (Repository.areProgramsOptimized ? optimised : plain), "\(count)")
  }

  /// From the 1000th block or frame to the 2000th.
  @Test func `The audio scaler allocates nothing, and the frame retimer little`() async throws {
    let run = try await Program.succeed(
      Repository.program("kernels"),
      ["allocations"]
    )
    let rows = run.text.split(separator: "\n").map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let counts = rows.filter { $0.count == 2 }.compactMap { row in
      Double(row[1]).map { (name: row[0], count: $0) }
    }
    #expect(counts.count == 9, "\(run.text)")
    for (name, count) in counts {
      let isSound = name.hasPrefix("block")
      let most = Repository.areProgramsOptimized ? (isSound ? 0 : 2.5) : (isSound ? 13 : 3.5)
      #expect(count <= most + 0.4, "\(name)")
    }
  }
}
