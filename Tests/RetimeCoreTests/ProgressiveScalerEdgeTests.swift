// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Edge cases of the progressive scaler` {
  typealias Scaler = `The progressive scaler`

  @Test(arguments: Scaler.factors)
  func `Silence stays silent in every format`(factor: String) throws {
    func check<Sample: AudioSample>(_: Sample.Type) throws {
      let source = [Sample](repeating: .silence, count: 200)
      let controls = try Scaler.fixed(200, factor, .linear)
      #expect(Scaler.scale(source, controls).allSatisfy { $0.doubleValue == 0 })
    }
    try check(UInt8.self)
    try check(Int16.self)
    try check(Int24.self)
    try check(Float.self)
  }

  @Test func `NaN stays inside its window`() throws {
    let controls = try Scaler.fixed(100, "3", .linear)
    var source = noise(100, of: Float.self)
    let clean = Scaler.scale(source, controls)
    source[50] = .nan
    for (n, sample) in Scaler.scale(source, controls).enumerated() {
      let touches = controls[n] > 49 && controls[n] < 51
      #expect(sample.isNaN == touches)
      #expect(touches || sample == clean[n])
    }
  }

  @Test func `Interpolation between the extremes does not wrap`() {
    let controls = ControlBlocks(count: 2, length: 5, method: .linear)
    #expect(Scaler.scale([Int32.min, .max], controls).first == .min)
    #expect(Scaler.scale([Int32.min, .max], controls).last == .max)
    #expect(Scaler.scale([Int16.min, .max], controls) == [-32768, -16384, 0, 16383, 32767])
    #expect(Scaler.scale([UInt8.min, .max], controls) == [0, 64, 128, 191, 255])
  }

  @Test func `The last frame of a source that ends early is held`() {
    let controls = ControlBlocks(count: 10, length: 19, method: .linear)
    let output = Scaler.scale([0, 10, 20, 30] as [Int16], controls)
    #expect(output == [0, 5, 10, 15, 20, 25] + [Int16](repeating: 30, count: 13))
    #expect(Scaler.scale([] as [UInt8], controls) == [UInt8](repeating: 128, count: 19))
  }

  @Test func `Frames beyond the given count are ignored`() {
    let controls = ControlBlocks(count: 3, length: 5, method: .linear)
    var scaler = ProgressiveScaler<Int16>(controls: controls, channelCount: 1)
    #expect(scaler.scaled([0, 2, 4, 99, 98], in: Blocks(append: 2, render: 2)) == [0, 1, 2, 3, 4])
    #expect(scaler.sourceFrameCount == 5)
    #expect(scaler.renderedFrameCount == 5)
  }

  @Test func `All output is ready once a known source is complete`() {
    let controls = ControlBlocks(count: 3, length: 5, method: .linear)
    var scaler = ProgressiveScaler<Int16>(controls: controls, channelCount: 1)
    scaler.append([0, 2].span)
    #expect(scaler.availableFrameCount == 2)
    scaler.append([4].span)
    #expect(scaler.availableFrameCount == 5)
    #expect(!scaler.isFinished)
  }

  @Test func `Without a known end only frames that are final are available`() throws {
    let controls = ControlBlocks(factor: try Factor(parsing: "0.37"))
    var scaler = ProgressiveScaler<Int16>(controls: controls, channelCount: 1)
    scaler.append([1, 2].span)
    #expect(scaler.availableFrameCount == 0)
    scaler.append([3].span)
    #expect(scaler.availableFrameCount == 1)
    scaler.finish()
    #expect(scaler.availableFrameCount == 1)
  }

  @Test(arguments: ["0.001", "0.37", "1", "7.3"])
  func `The buffer holds at most a block and the kernel`(factor: String) throws {
    try Self.checkWindow(of: try Scaler.fixed(500 * 128, factor, .linear), margin: 2)
    let open = try Factor(parsing: factor)
    try Self.checkWindow(of: ControlBlocks(factor: open), margin: 2 + Int(1 / open.doubleValue))
  }

  /// Streams 500 blocks; at most two blocks and `margin` frames may be kept.
  static func checkWindow(of controls: ControlBlocks, margin: Int) throws {
    var scaler = ProgressiveScaler<Int16>(controls: controls, channelCount: 2)
    let block = noise(2 * 128, of: Int16.self)
    var output = [Int16](repeating: 0, count: 2 * 1_024)
    var most = 0
    for _ in 0..<500 {
      scaler.append(block.span)
      while scaler.availableFrameCount > 0 {
        var span = output.mutableSpan
        _ = scaler.render(into: &span)
      }
      let kept = Mirror(reflecting: scaler).descendant("window", "pairs") as? [SIMD2<Double>]
      most = max(most, try #require(kept).count)
    }
    #expect(most <= 2 * (128 + margin))
    #expect(scaler.sourceFrameCount == 500 * 128)
  }
}
