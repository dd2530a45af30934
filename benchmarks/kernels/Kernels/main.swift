// SPDX-License-Identifier: MPL-2.0

import CLinearReference
import RetimeCore

// Nanoseconds a frame of the linear kernel, in the cache, beside the plain C reference and a copy of the same bytes:
// `benchmarks/kernels/run`. Both compute the same bits, which is checked.

/// The best of many runs of `body`, in nanoseconds.
func nanoseconds(_ body: () -> Void) -> Double {
  var best = Duration.seconds(3600)
  for _ in 0..<300 { best = min(best, ContinuousClock().measure(body)) }
  return Double(best.components.attoseconds) / 1e9
}

/// What one format and number of channels takes, a row of the table.
func row<Sample: AudioSample & Equatable>(
  _ name: String,
  channels: Int,
  factor: Double,
  make: (Int) -> Sample,
  reference: (UnsafePointer<Sample>, UnsafeMutablePointer<Sample>, Int, Int, Int) -> Void
) {
  let output = 6144
  let length = factor > 1 ? output * 8 : output
  let count = Int(Double(length) / factor)
  let controls = ControlBlocks(count: count, length: length, method: .linear)
  let source = (0..<count * channels).map { _ in make(Int.random(in: -32_768...32_767)) }
  var ours = [Sample](repeating: .silence, count: output * channels)
  var theirs = ours
  var scaler = ProgressiveScaler<Sample>(controls: controls, channelCount: channels)
  var kernel = Double.infinity, whole = Double.infinity
  for _ in 0..<300 {
    scaler.reset()
    let append = ContinuousClock().measure { scaler.append(source.span) }
    let render = ContinuousClock().measure {
      var span = ours.mutableSpan
      _ = scaler.render(into: &span)
    }
    kernel = min(kernel, Double(render.components.attoseconds) / 1e9)
    let all = append * (Double(output) / Double(length)) + render
    whole = min(whole, Double(all.components.attoseconds) / 1e9)
  }
  let frames = min(output, length - 1)
  unsafe source.withUnsafeBufferPointer { from in
    unsafe theirs.withUnsafeMutableBufferPointer { to in
      guard let from = from.baseAddress, let to = to.baseAddress else { return }
      let plain = nanoseconds { unsafe reference(from, to, frames, count, length) }
      let same = (0..<frames * channels).allSatisfy { unsafe to[$0] == ours[$0] }
      let copy = nanoseconds { unsafe to.update(from: from, count: min(output, count) * channels) }
      let copied = copy / Double(min(output, count)) * Double(output)
      let figures = [
        kernel / Double(output), plain / Double(frames), whole / Double(output),
        copied / Double(output),
      ]
      print(
        "| \(name) | \(channels) | \(factor) | "
          + figures.map { "\(($0 * 1000).rounded() / 1000)" }.joined(separator: " | ")
          + " | \((plain / Double(frames) / (kernel / Double(output)) * 100).rounded() / 100)x |"
          + (same ? "" : " other bits!")
      )
    }
  }
}

print(
  "| samples | channels | factor | kernel, ns a frame | plain C | with conversion | a copy | speed over plain C |"
)
print("|---|---|---|---|---|---|---|---|")
for channels in [1, 2, 6, 8] {
  for factor in [0.1, 0.67, 1.5, 10] {
    unsafe row("S16", channels: channels, factor: factor, make: { Int16($0) }) {
      from,
      to,
      frames,
      count,
      length in
      unsafe linear_s16(from, to, channels, 0, frames, Int64(count), Int64(length))
    }
    unsafe row("F32", channels: channels, factor: factor, make: { Float($0) / 32_768 }) {
      from,
      to,
      frames,
      count,
      length in
      unsafe linear_f32(from, to, channels, 0, frames, Int64(count), Int64(length))
    }
  }
}
