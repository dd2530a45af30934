// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// Conversions between times, frames and bytes of one stream.
struct FrameScale: Sendable {
  /// The frames per second.
  let rate: Rational
  let bytesPerFrame: Int

  init(_ sound: AudioLayout) {
    (rate, bytesPerFrame) = (Rational(Int64(sound.rate)), sound.bytesPerFrame)
  }

  /// Creates the scale of a video stream; nil if its frame rate varies.
  init?(_ frameRate: FrameRate?, _ pictures: VideoLayout?) {
    guard let frameRate else { return nil }
    (rate, bytesPerFrame) = (frameRate.rational, pictures?.byteCount ?? 0)
  }

  /// Returns the frame whose start is nearest to a time.
  func frame(at nanoseconds: Int64) -> Int64 {
    Int64(clamping: (Rational(nanoseconds, 1_000_000_000) * rate).rounded())
  }

  private func time(of frame: Int64) -> Int64 {
    Int64(clamping: (Rational(frame) * Rational(1_000_000_000) / rate).rounded())
  }

  /// Converts an amount to another unit; nil if the conversion is not possible.
  func convert(_ amount: Int64, _ from: Query.Unit, to unit: Query.Unit) -> Int64? {
    guard from != unit else { return amount }
    guard from == .time || from == .frames || bytesPerFrame > 0 else { return nil }
    let frames =
      switch from {
      case .time: frame(at: amount)
      case .frames: amount
      case .bytes: amount / Int64(bytesPerFrame)
      }
    switch unit {
    case .time: return time(of: frames)
    case .frames: return frames
    case .bytes:
      let (bytes, overflow) = frames.multipliedReportingOverflow(by: Int64(bytesPerFrame))
      return overflow || bytesPerFrame == 0 ? nil : bytes
    }
  }
}
