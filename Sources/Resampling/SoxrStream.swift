// SPDX-License-Identifier: MPL-2.0

internal import CSoxr

/// One stream of libsoxr: interleaved `Double`s in and out, at very high quality, on one thread.
///
/// Its first output frame lies on its first input frame: the filter's delay is made up for. The
/// frames of the filter's tail come when silence follows the sound.
@safe struct SoxrStream: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: the stream belongs to its one owner.
  private let stream: OpaquePointer
  private let channelCount: Int

  /// Begins a stream, its rates in hertz.
  ///
  /// Wraps `soxr_create`.
  init(sourceRate: Int, destinationRate: Int, channelCount: Int) throws(ResamplingError) {
    // Without the precise clock, rates such as 44,100 and 48,001 Hz drift: 105 dB instead of 187.
    var failure: soxr_error_t?
    var format = unsafe soxr_io_spec(SOXR_FLOAT64_I, SOXR_FLOAT64_I)
    var quality = unsafe soxr_quality_spec(UInt(SOXR_VHQ), UInt(SOXR_HI_PREC_CLOCK))
    var runtime = unsafe soxr_runtime_spec(1)
    let created = unsafe soxr_create(
      Double(sourceRate),
      Double(destinationRate),
      UInt32(channelCount),
      &failure,
      &format,
      &quality,
      &runtime
    )
    guard let created = unsafe created else {
      throw .library(unsafe failure.map { unsafe String(cString: $0) } ?? "no reason given")
    }
    unsafe stream = created
    self.channelCount = channelCount
  }

  deinit { unsafe soxr_delete(stream) }

  /// Takes frames of `input`, all of them, and writes what it can into `output`; returns how many.
  ///
  /// `frames` may be empty. Writes at most `limit` frames, 1 or more, from sample `start` on.
  ///
  /// Wraps `soxr_process`.
  mutating func process(
    _ input: [Double],
    frames: Range<Int>,
    into output: inout MutableSpan<Double>,
    from start: Int,
    limit: Int
  ) throws(SoxrError) -> Int {
    let channels = channelCount
    precondition(frames.lowerBound >= 0 && frames.upperBound * channels <= input.count)
    // With no space for a frame, libsoxr 0.1.3 would read past the end of the buffer.
    precondition(limit > 0 && start >= 0 && start + limit * channels <= output.count)
    var written = 0
    // libsoxr counts in 32 bits.
    let limit = min(limit, 1 << 20)
    let failure = unsafe input.withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        guard let from = source.baseAddress, let to = target.baseAddress else {
          return unsafe soxr_error_t?.none
        }
        // Where the number of frames taken has nowhere to go, it takes all.
        return unsafe soxr_process(
          stream,
          from + frames.lowerBound * channels,
          frames.count,
          nil,
          to + start,
          limit,
          &written
        )
      }
    }
    if let failure = unsafe failure {
      throw unsafe SoxrError(description: String(cString: failure))
    }
    return written
  }
}

/// The error message of libsoxr.
struct SoxrError: Error {
  let description: String
}
