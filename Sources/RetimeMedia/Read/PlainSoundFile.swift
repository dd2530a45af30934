// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeSystem

/// A WAVE file whose samples lie in it as the scaler takes them: no decoder, no thread and no copy is needed.
///
/// Whatever is the least unusual is left to GStreamer, which gives the same samples.
struct PlainSoundFile {
  private let file: RandomAccessFile
  private let offset: Int
  private let frameBytes: Int
  /// Frames in the file.
  let frameCount: Int

  /// The file of a track; nil when it is no such file, other samples than these lie in it, or only a part is wanted.
  ///
  /// `codec`: the media type of the track as it lies in the file.
  init?(
    _ source: TrackReader.Source,
    codec: String?,
    format: SampleFormat,
    channels: Int,
    sampleRate: Int
  ) {
    guard source.start == nil, source.end == nil, source.patches.isEmpty, codec == "audio/x-raw",
      let path = FileAddress.path(source.uri), let file = try? RandomAccessFile(path),
      let samples = WaveSamples(file), samples.format == format, samples.channels == channels,
      samples.sampleRate == sampleRate
    else { return nil }
    self.file = file
    offset = samples.range.lowerBound
    frameBytes = channels * format.byteCount
    frameCount = samples.range.count / frameBytes
  }

  /// Fills samples from a frame on; false when the file has become shorter.
  func read<Value: BitwiseCopyable>(from frame: Int, into samples: inout MutableSpan<Value>) -> Bool
  {
    file.read(into: &samples, at: offset + frame * frameBytes)
  }
}

extension WaveSamples {
  /// The format; nil for one that the scaler does not take as it is.
  fileprivate var format: SampleFormat? {
    switch (isFloat, bits) {
    case (false, 8): .u8
    case (false, 16): .s16
    case (false, 24): .s24
    case (false, 32): .s32
    case (true, 32): .f32
    case (true, 64): .f64
    default: nil
    }
  }
}
