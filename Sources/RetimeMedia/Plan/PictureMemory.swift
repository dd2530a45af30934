// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import RetimeSystem

/// What a job with pictures takes of memory, in bytes, by the size of its pictures.
///
/// Measured with pictures of 3840x2160; docs/encoders.md has the figures. Most of it are pictures that wait: in the
/// decoder, in queues, and for what comes after them in the encoder.
struct PictureMemory {
  /// Bytes of a raw picture.
  let picture: Int
  /// As many pictures as take the room in which others are made of them.
  private let making: Int

  /// The program, its libraries and the sound.
  private static let rest = 90 << 20

  /// `request`: says how pictures are made.
  init(width: Int, height: Int, format: VideoFormat?, _ request: JobRequest) {
    // The pictures whose motion is looked at and those that wait, each with what is worked out of it; sums of 32 bits.
    making = (request.selection == .flow ? 12 : 0) + (request.motionBlur == nil ? 0 : 5)
    let shifts = format?.chromaShifts ?? (across: 1, down: 1)
    let chroma = format?.isGray ?? false ? 0 : 2.0 / Double(1 << (shifts.across + shifts.down))
    let samples = 1 + chroma + (format?.hasAlpha ?? false ? 1 : 0)
    let bytes = Double((format?.depth ?? 8) > 8 ? 2 : 1)
    picture = Int(Double(width) * Double(height) * samples * bytes)
  }

  /// What a job takes whose encoder holds so many pictures, a multiple of 10 MB.
  func whole(encoderHolds held: Int) -> Int {
    let step = 10_000_000
    let decoding = 18 + Machine.processorCount
    return (Self.rest + (decoding + held + making) * picture + step - 1) / step * step
  }
}

extension EncoderChoice {
  /// Settings of x264 in addition to its own, each of which takes less than the one before it, and gives larger files; and
  /// how many pictures it holds with them.
  private static var x264: [(properties: String, pictures: Int)] {
    [
      // As many threads as processors and half of that, each of which holds pictures.
      ("", 40 + 11 * (Machine.processorCount * 3 + 1) / 2),
      (" rc-lookahead=4 sync-lookahead=0 threads=2", 51),
      (" rc-lookahead=4 sync-lookahead=0 threads=1", 35),
      (" rc-lookahead=2 sync-lookahead=0 threads=1 ref=2 bframes=2 b-pyramid=false", 22),
      (" rc-lookahead=0 sync-lookahead=0 threads=1 ref=1 bframes=0", 11),
    ]
  }

  /// Chooses what stays below `most` bytes, or takes the least; gives what the job takes.
  ///
  /// An encoder that was described keeps its description. `most`: nil for the usual settings.
  mutating func fit(_ memory: PictureMemory, below most: Int?) -> Int {
    guard factory == "x264enc" else { return memory.whole(encoderHolds: heldPictures) }
    let settings = isUsual && most != nil ? Self.x264 : Array(Self.x264.prefix(1))
    let fitting = settings.first { memory.whole(encoderHolds: $0.pictures) <= most ?? .max }
    let chosen = fitting ?? settings[settings.count - 1]
    description = description.map { $0 + chosen.properties }
    return memory.whole(encoderHolds: chosen.pictures)
  }

  /// Pictures that encoders hold whose settings are not chosen by it.
  private var heldPictures: Int {
    switch factory {
    case "x265enc": 81
    case "avenc_ffv1": 101
    case "vp9enc": 90
    case "vp8enc": 24
    case "av1enc": 40
    case "theoraenc": 6
    default: 2
    }
  }
}
