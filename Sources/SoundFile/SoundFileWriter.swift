// SPDX-License-Identifier: MPL-2.0

internal import CSoundFile

/// A writer of uncompressed audio files: WAV, Wave64, AIFF or CAF.
///
/// GStreamer 1.22's own muxers for these lose the channel layout (`wavenc`) or support only two
/// channels (`avmux_w64`, `avmux_caf`). One owner, one thread at a time. Calls block on the disk.
@safe public struct SoundFileWriter: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: the file belongs to its one owner.
  private let file: OpaquePointer

  /// The file formats.
  public enum Format: Sendable {
    /// RIFF WAVE; RF64 where the samples exceed 4 GiB.
    case wav
    /// Sony Wave64.
    case wave64
    /// AIFF, or AIFF-C for floating point.
    case aiff
    /// Apple's Core Audio Format.
    case caf
    /// Sun's AU.
    case au
  }

  /// The sample encodings.
  public enum Encoding: Int, Sendable {
    case bits8 = 1, bits16 = 2, bits24 = 3, bits32 = 4, float = 5, double = 6

    /// The size of one sample in bytes.
    var byteCount: Int {
      switch self {
      case .bits8: 1
      case .bits16: 2
      case .bits24: 3
      case .bits32, .float: 4
      case .double: 8
      }
    }
  }

  /// Creates or replaces the file at `path`.
  ///
  /// `frames`: the number that will be written, which decides whether WAV must become RF64.
  /// `positions`: the channel positions in order, as bit numbers of a WAVE channel mask; nil for
  /// none or the default ones. Only WAV files store them.
  public init(
    path: [UInt8],
    format: Format,
    encoding: Encoding,
    sampleRate: Int,
    channels: Int,
    frames: Int,
    positions: [Int]?
  ) throws(SoundFileError) {
    let byteCount = frames.multipliedReportingOverflow(by: channels * encoding.byteCount)
    let isLarge = byteCount.overflow || byteCount.partialValue > Int(UInt32.max) - 4096
    let major: Int =
      switch format {
      case .wav where isLarge: SF_FORMAT_RF64
      case .wav: channels > 2 || positions != nil ? SF_FORMAT_WAVEX : SF_FORMAT_WAV
      case .wave64: SF_FORMAT_W64
      case .aiff: SF_FORMAT_AIFF
      case .caf: SF_FORMAT_CAF
      case .au: SF_FORMAT_AU
      }
    let stored: Int =
      switch (encoding, format) {
      case (.bits8, .wav), (.bits8, .wave64): SF_FORMAT_PCM_U8
      case (.bits8, _): SF_FORMAT_PCM_S8
      case (.bits16, _): SF_FORMAT_PCM_16
      case (.bits24, _): SF_FORMAT_PCM_24
      case (.bits32, _): SF_FORMAT_PCM_32
      case (.float, _): SF_FORMAT_FLOAT
      case (.double, _): SF_FORMAT_DOUBLE
      }
    var info = SF_INFO()
    info.samplerate = Int32(clamping: sampleRate)
    info.channels = Int32(clamping: channels)
    info.format = Int32(major | stored)
    guard
      let opened = unsafe sf_open(path.map(CChar.init(bitPattern:)) + [0], Int32(SFM_WRITE), &info)
    else {
      throw unsafe SoundFileError(nil)
    }
    unsafe file = opened
    // Samples are stored unchanged: clipping stays off, and no PEAK chunk, which has a date, is
    // written.
    unsafe sf_command(file, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, 0)
    if format == .wav, let map = positions.flatMap(Self.channelMap) {
      var positions = map
      _ = unsafe sf_command(
        file,
        Int32(SFC_SET_CHANNEL_MAP_INFO),
        &positions,
        Int32(positions.count * MemoryLayout<Int32>.stride)
      )
    }
  }

  deinit { unsafe sf_close(file) }

  /// Returns libsndfile's channel positions for bit numbers of a WAVE channel mask.
  private static func channelMap(_ positions: [Int]) -> [Int32]? {
    let names = [
      SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_LFE,
      SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_REAR_RIGHT, SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER,
      SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER, SF_CHANNEL_MAP_REAR_CENTER, SF_CHANNEL_MAP_SIDE_LEFT,
      SF_CHANNEL_MAP_SIDE_RIGHT, SF_CHANNEL_MAP_TOP_CENTER, SF_CHANNEL_MAP_TOP_FRONT_LEFT,
      SF_CHANNEL_MAP_TOP_FRONT_CENTER, SF_CHANNEL_MAP_TOP_FRONT_RIGHT, SF_CHANNEL_MAP_TOP_REAR_LEFT,
      SF_CHANNEL_MAP_TOP_REAR_CENTER, SF_CHANNEL_MAP_TOP_REAR_RIGHT,
    ]
    guard positions.allSatisfy(names.indices.contains) else { return nil }
    return positions.map { Int32(names[$0]) }
  }

  /// The text fields of a file's header.
  public enum Text: Sendable {
    case title, artist, album, comment, copyright, date, genre, trackNumber
  }

  /// Stores a text in the header, before the first sample; returns whether the format supports it.
  ///
  /// Wraps `sf_set_string`.
  public mutating func setText(_ text: Text, to value: String) -> Bool {
    let kind =
      switch text {
      case .title: SF_STR_TITLE
      case .artist: SF_STR_ARTIST
      case .album: SF_STR_ALBUM
      case .comment: SF_STR_COMMENT
      case .copyright: SF_STR_COPYRIGHT
      case .date: SF_STR_DATE
      case .genre: SF_STR_GENRE
      case .trackNumber: SF_STR_TRACKNUMBER
      }
    return unsafe sf_set_string(file, Int32(kind), value) == 0
  }

  // MARK: - Samples, interleaved, whole frames

  /// Writes 16-bit samples; returns the error, if any.
  ///
  /// Wraps `sf_write_short`.
  public mutating func write(_ samples: Span<Int16>) -> SoundFileError? {
    unsafe write(samples, by: sf_write_short)
  }

  /// Writes 32-bit samples, of which narrower files keep the high bits; returns the error, if any.
  ///
  /// Wraps `sf_write_int`.
  public mutating func write(_ samples: Span<Int32>) -> SoundFileError? {
    unsafe write(samples, by: sf_write_int)
  }

  /// Writes single-precision samples; returns the error, if any.
  ///
  /// Wraps `sf_write_float`.
  public mutating func write(_ samples: Span<Float>) -> SoundFileError? {
    unsafe write(samples, by: sf_write_float)
  }

  /// Writes double-precision samples; returns the error, if any.
  ///
  /// Wraps `sf_write_double`.
  public mutating func write(_ samples: Span<Double>) -> SoundFileError? {
    unsafe write(samples, by: sf_write_double)
  }

  private func write<Sample: BitwiseCopyable>(
    _ samples: Span<Sample>,
    by write: (OpaquePointer?, UnsafePointer<Sample>?, sf_count_t) -> sf_count_t
  ) -> SoundFileError? {
    let count = unsafe samples.withUnsafeBufferPointer {
      unsafe write(file, $0.baseAddress, sf_count_t($0.count))
    }
    return Int(count) == samples.count ? nil : unsafe SoundFileError(file)
  }

  /// Completes the header and closes the file.
  ///
  /// Wraps `sf_close`.
  public consuming func close() throws(SoundFileError) {
    let file = unsafe self.file
    discard self
    guard unsafe sf_close(file) == 0 else { throw unsafe SoundFileError(nil) }
  }
}
