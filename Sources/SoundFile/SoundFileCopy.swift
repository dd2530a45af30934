// SPDX-License-Identifier: MPL-2.0

internal import CSoundFile

/// Conversion to WAV for audio files that GStreamer 1.22 does not read or reads wrongly.
public enum SoundFileCopy {
  /// Copies all samples of a file into a WAV file: unchanged, or as 16-bit PCM if they are compressed.
  ///
  /// `isFloat`: whether 32-bit integers are floats in truth; libsndfile 1.2 does not read the
  /// subformat of Wave64.
  /// `goesOn`: called before each block; false ends the copy early. Blocks on the disk. Memory use
  /// does not grow with the file.
  public static func wave(
    of path: [UInt8],
    to result: String,
    isFloat: Bool = false,
    goesOn: () -> Bool
  ) throws(SoundFileError) {
    var info = SF_INFO()
    guard
      let source = unsafe sf_open(path.map(CChar.init(bitPattern:)) + [0], Int32(SFM_READ), &info)
    else {
      throw unsafe SoundFileError(nil)
    }
    defer { unsafe sf_close(source) }
    let stored = Int(info.format) & SF_FORMAT_SUBMASK
    // libsndfile takes these floats for integers, so their bytes are copied unchanged.
    let isRaw = isFloat && stored == SF_FORMAT_PCM_32
    let encoding =
      switch stored {
      case SF_FORMAT_PCM_32 where isFloat: SF_FORMAT_FLOAT
      case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8: SF_FORMAT_PCM_U8
      case SF_FORMAT_PCM_24, SF_FORMAT_PCM_32, SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE: stored
      default: SF_FORMAT_PCM_16
      }
    var made = SF_INFO()
    (made.samplerate, made.channels) = (info.samplerate, info.channels)
    made.format = Int32(SF_FORMAT_RF64 | encoding)
    guard let target = unsafe sf_open(result, Int32(SFM_WRITE), &made) else {
      throw unsafe SoundFileError(nil)
    }
    defer { unsafe sf_close(target) }
    unsafe sf_command(target, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, 0)
    unsafe sf_command(target, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE))
    let channels = Int(max(1, info.channels))
    var positions = [Int32](repeating: 0, count: channels)
    let size = Int32(channels * MemoryLayout<Int32>.stride)
    if unsafe sf_command(source, Int32(SFC_GET_CHANNEL_MAP_INFO), &positions, size) != 0 {
      unsafe sf_command(target, Int32(SFC_SET_CHANNEL_MAP_INFO), &positions, size)
    }
    // `Int32` and `Double` hold the samples of every narrower type exactly.
    let isFloat = encoding == SF_FORMAT_FLOAT || encoding == SF_FORMAT_DOUBLE
    let frames = 1 << 14
    var bytes = [UInt8](repeating: 0, count: isRaw ? frames * channels * 4 : 0)
    var integers = [Int32](repeating: 0, count: isFloat ? 0 : frames * channels)
    var floats = [Double](repeating: 0, count: isFloat && !isRaw ? frames * channels : 0)
    while goesOn() {
      let read: sf_count_t, written: sf_count_t
      if isRaw {
        read = unsafe sf_read_raw(source, &bytes, sf_count_t(bytes.count))
        written = unsafe sf_write_raw(target, bytes, read)
      } else if isFloat {
        read = unsafe sf_readf_double(source, &floats, sf_count_t(frames))
        written = unsafe sf_writef_double(target, floats, read)
      } else {
        read = unsafe sf_readf_int(source, &integers, sf_count_t(frames))
        written = unsafe sf_writef_int(target, integers, read)
      }
      guard written == read else { throw unsafe SoundFileError(target) }
      if read == 0 { return }
    }
  }
}
