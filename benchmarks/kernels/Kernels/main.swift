// SPDX-License-Identifier: MPL-2.0

import CLinearReference
import RetimeCore

// Nanoseconds a frame of the linear kernel, in the cache, compared with the plain C reference and a copy of the same
// bytes: `benchmarks/kernels/run`. Both compute the same bits, which is checked.

/// The best of many runs of `body`, in nanoseconds.
func nanoseconds(_ body: () -> Void) -> Double {
  var best = Duration.seconds(3600)
  for _ in 0..<300 { best = min(best, ContinuousClock().measure(body)) }
  return Double(best.components.attoseconds) / 1e9
}

/// Nanoseconds a frame of the kernel, and with the conversion before it: the best of many blocks of a stream.
func stream<Sample: AudioSample>(
  _ source: [Sample],
  channels: Int,
  factor: Double,
  output: Int
) -> (kernel: Double, whole: Double) {
  let (count, length) = (20_000_000, Int(20_000_000 * factor))
  let controls = ControlBlocks(count: count, length: length, method: .linear)
  var scaler = ProgressiveScaler<Sample>(controls: controls, channelCount: channels)
  var block = [Sample](repeating: .silence, count: output * channels)
  var (kernel, whole) = (Double.infinity, Double.infinity)
  // 16-bit samples take the fast path after a second.
  let frames = source.count / channels
  let blocks = min(count / frames, 65_536 / frames + 200)
  for _ in 0..<blocks {
    let append = ContinuousClock().measure { scaler.append(source.span) }
    guard scaler.availableFrameCount >= output else { continue }
    let render = ContinuousClock().measure {
      var span = block.mutableSpan
      _ = scaler.render(into: &span)
    }
    kernel = min(kernel, Double(render.components.attoseconds) / 1e9)
    whole = min(whole, Double((append + render).components.attoseconds) / 1e9)
    while scaler.availableFrameCount > 0 {
      var span = block.mutableSpan
      _ = scaler.render(into: &span)
    }
  }
  return (kernel / Double(output), whole / Double(output))
}

/// A plain C function of source, output, output frames to compute, and the frames of the whole source and output.
typealias Reference<Sample> = (
  UnsafePointer<Sample>, UnsafeMutablePointer<Sample>, Int, Int, Int
) -> Void

/// Returns whether both compute the same bits for a whole clip.
func isSame<Sample: AudioSample & Equatable>(
  _ make: (Int) -> Sample,
  channels: Int,
  factor: Double,
  reference: Reference<Sample>
) -> Bool {
  let count = 80_000
  let length = Int(Double(count) * factor)
  let controls = ControlBlocks(count: count, length: length, method: .linear)
  let source = (0..<count * channels).map { _ in make(Int.random(in: -32_768...32_767)) }
  var ours = [Sample](repeating: .silence, count: length * channels)
  var theirs = ours
  var scaler = ProgressiveScaler<Sample>(controls: controls, channelCount: channels)
  scaler.append(source.span)
  var span = ours.mutableSpan
  _ = scaler.render(into: &span)
  unsafe source.withUnsafeBufferPointer { from in
    unsafe theirs.withUnsafeMutableBufferPointer { to in
      guard let from = from.baseAddress, let to = to.baseAddress else { return }
      unsafe reference(from, to, length - 1, count, length)
    }
  }
  return ours.dropLast(channels) == theirs.dropLast(channels)
}

/// The times of one format and channel count, a row of the table.
func row<Sample: AudioSample & Equatable>(
  _ name: String,
  channels: Int,
  factor: Double,
  make: (Int) -> Sample,
  reference: Reference<Sample>
) {
  let output = 4096
  let count = Int(Double(output) / factor) + 2
  let source = (0..<count * channels).map { _ in make(Int.random(in: -32_768...32_767)) }
  var theirs = [Sample](repeating: .silence, count: max(output, count) * channels)
  let ours = stream(source, channels: channels, factor: factor, output: output)
  var (plain, copy) = (0.0, 0.0)
  unsafe source.withUnsafeBufferPointer { from in
    unsafe theirs.withUnsafeMutableBufferPointer { to in
      guard let from = from.baseAddress, let to = to.baseAddress else { return }
      let frames = output - 1
      plain = nanoseconds { unsafe reference(from, to, frames, count, output) } / Double(frames)
      copy = nanoseconds { unsafe to.update(from: from, count: count * channels) } / Double(count)
    }
  }
  let same = unsafe isSame(make, channels: channels, factor: factor, reference: reference)
  let figures = [ours.kernel, plain, ours.whole, copy].map { "\(($0 * 1000).rounded() / 1000)" }
  let ratio = (plain / ours.kernel * 100).rounded() / 100
  print(
    "| \(name) | \(channels) | \(factor) | \(figures.joined(separator: " | ")) | \(ratio)x |"
      + (same ? "" : " other bits!")
  )
}

/// Prints the times of the kernel and the references.
func printTimes() {
  print(
    "| samples | channels | factor | kernel, ns a frame | plain C | with conversion | a copy | speed over plain C |"
  )
  print("|---|---|---|---|---|---|---|---|")
  for channels in [1, 2, 6, 8] {
    for factor in [0.1, 0.67, 1.5, 10] {
      unsafe row("S16", channels: channels, factor: factor, make: { Int16($0) }) {
        unsafe linear_s16($0, $1, channels, 0, $2, Int64($3), Int64($4))
      }
      unsafe row("F32", channels: channels, factor: factor, make: { Float($0) / 32_768 }) {
        unsafe linear_f32($0, $1, channels, 0, $2, Int64($3), Int64($4))
      }
    }
  }
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments == ["allocations"] {
  try printAllocations()
} else if arguments.count == 4, arguments[0] == "stretch" {
  try stretch(arguments[1], arguments[2], arguments[3])
} else if try !count(arguments) {
  printTimes()
}
