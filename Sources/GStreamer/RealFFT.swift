// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A discrete Fourier transform of real numbers, a `GstFFTF64` with one owner.
@safe public struct RealFFT: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: only the one owner uses it.
  private let raw: OpaquePointer

  /// The number of input values, which is even.
  public let length: Int

  /// Creates an unscaled transform of `length` values; fastest for products of 2, 3 and 5.
  ///
  /// Wraps `gst_fft_f64_new`.
  public init(length: Int) throws(GStreamerError) {
    guard length > 0, length.isMultiple(of: 2), let count = gint(exactly: length),
      let made = unsafe gst_fft_f64_new(count, 0)
    else { throw GStreamerError("there is no Fourier transform of \(length) numbers") }
    unsafe raw = unsafe made
    self.length = length
  }

  deinit { unsafe gst_fft_f64_free(raw) }

  /// Transforms `input` into length ÷ 2 + 1 frequencies, real and imaginary parts alternating.
  ///
  /// Does nothing if the input or output is too short. Allocates nothing. Wraps `gst_fft_f64_fft`.
  public mutating func transform(_ input: Span<Double>, into output: inout MutableSpan<Double>) {
    guard input.count >= length, output.count >= length + 2 else { return }
    unsafe input.withUnsafeBufferPointer { numbers in
      unsafe output.withUnsafeMutableBufferPointer { room in
        guard let from = numbers.baseAddress, let to = room.baseAddress else { return }
        unsafe gst_fft_f64_fft(
          raw,
          from,
          UnsafeMutableRawPointer(to).assumingMemoryBound(to: GstFFTF64Complex.self)
        )
      }
    }
  }

  /// Returns Hann's window, periodic: ½(1 − cos(2πn ÷ length)).
  ///
  /// Wraps `gst_fft_f64_window`.
  public func hannWindow() -> [Double] {
    var window = [Double](repeating: 1, count: length)
    unsafe window.withUnsafeMutableBufferPointer { values in
      guard let start = values.baseAddress else { return }
      unsafe gst_fft_f64_window(raw, start, GST_FFT_WINDOW_HANN)
    }
    return window
  }
}
