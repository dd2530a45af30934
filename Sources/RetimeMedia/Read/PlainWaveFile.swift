// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeSystem

/// A WAVE file with samples in the scaler's format, which need no decoder, thread or copy.
///
/// Files that are unusual in any way are left to GStreamer, which outputs the same samples.
struct PlainWaveFile {
  private let file: RandomAccessFile
  private let offset: Int
  private let frameBytes: Int
  /// The number of frames in the file.
  let frameCount: Int

  /// Opens the file of a track; nil for another kind of file, other samples, or a part of the track.
  ///
  /// `codec`: the media type of the track in the file.
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

  /// Fills `samples` from a frame on; returns false when the file has become shorter.
  func read<Value: BitwiseCopyable>(from frame: Int, into samples: inout MutableSpan<Value>) -> Bool
  {
    file.read(into: &samples, at: offset + frame * frameBytes)
  }
}

extension WaveSamples {
  /// The sample format; nil for one that the scaler does not take unconverted.
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
