// SPDX-License-Identifier: MPL-2.0

import CLinearReference
import RetimeCore

/// The number of allocations in one run of `body`, once it has run often enough to have its buffers.
func allocations(_ body: () -> Void) -> Double {
  let turns = 1000
  for _ in 0..<turns { body() }
  let before = allocation_count()
  for _ in 0..<turns { body() }
  return Double(allocation_count() - before) / Double(turns)
}

/// Prints the allocations of the core.
func printAllocations() throws {
  let block = [Int16](repeating: 1, count: 2 * 1024)
  var output = [Int16](repeating: 0, count: 2 * 4096)
  let factor = try Factor(parsing: "1.5")
  print("\n| for each | allocations |\n|---|---|")
  for method in InterpolationMethod.allCases {
    let controls = ControlBlocks(factor: factor, method: method)
    var scaler = ProgressiveScaler<Int16>(controls: controls, channelCount: 2)
    let count = allocations {
      scaler.append(block.span)
      var span = output.mutableSpan
      while scaler.availableFrameCount > 0 { _ = scaler.render(into: &span) }
    }
    print("| block of 1024 stereo frames, \(method) | \(count) |")
  }
  let rate = try FrameRate(parsing: "25")
  for selection in FrameSelection.allCases {
    let map = TimeMap(factor: factor)
    var retimer = FrameRetimer<Int>(map: map, frameRate: rate, selection: selection)
    var picture = 0
    let count = allocations {
      retimer.push(picture, at: rate.time(ofTick: picture))
      picture += 1
      while retimer.next() != nil {}
    }
    print("| picture, \(selection) | \(count) |")
  }
}
