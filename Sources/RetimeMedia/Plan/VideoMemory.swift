// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import RetimeSystem

/// The memory that a video job needs in bytes, depending on the frame size.
///
/// Measured with frames of 3840x2160; docs/encoders.md has the figures. Most of it holds waiting
/// frames: in the decoder, in queues, and in the encoder until later frames arrive.
struct VideoMemory {
  /// The size of a raw frame in bytes.
  let picture: Int
  /// The memory for frame interpolation and motion blur, in frames.
  private let making: Int

  /// The bytes for the program, its libraries and the audio.
  private static let rest = 90 << 20

  /// Creates the estimate for a frame size.
  ///
  /// `request`: states the frame sampling and the motion blur.
  init(width: Int, height: Int, format: VideoFormat?, _ request: JobRequest) {
    // Interpolation: frames in motion estimation and waiting frames, with derived data. Motion
    // blur: sums of 32 bits.
    making = (request.selection == .flow ? 12 : 0) + (request.motionBlur == nil ? 0 : 5)
    let shifts = format?.chromaShifts ?? (across: 1, down: 1)
    let chroma = format?.isGray ?? false ? 0 : 2.0 / Double(1 << (shifts.across + shifts.down))
    let samples = 1 + chroma + (format?.hasAlpha ?? false ? 1 : 0)
    let bytes = Double((format?.depth ?? 8) > 8 ? 2 : 1)
    picture = Int(Double(width) * Double(height) * samples * bytes)
  }

  /// Returns the memory of a job whose encoder holds `held` frames, rounded up to a multiple of 10 MB.
  func whole(encoderHolds held: Int) -> Int {
    let step = 10_000_000
    let decoding = 18 + Machine.processorCount
    return (Self.rest + (decoding + held + making) * picture + step - 1) / step * step
  }
}

extension EncoderChoice {
  /// Settings of x264 in addition to its own, with the number of frames that it holds with them.
  ///
  /// Each setting takes less memory than the one before it, and gives larger files.
  private static var x264: [(properties: String, pictures: Int)] {
    [
      // x264 uses 1.5 threads for each processor, each of which holds frames.
      ("", 40 + 11 * (Machine.processorCount * 3 + 1) / 2),
      (" rc-lookahead=4 sync-lookahead=0 threads=2", 51),
      (" rc-lookahead=4 sync-lookahead=0 threads=1", 35),
      (" rc-lookahead=2 sync-lookahead=0 threads=1 ref=2 bframes=2 b-pyramid=false", 22),
      (" rc-lookahead=0 sync-lookahead=0 threads=1 ref=1 bframes=0", 11),
    ]
  }

  /// Chooses the first settings that need at most `most` bytes, or the least; returns the job's memory.
  ///
  /// An encoder described by the user keeps its description. `most`: nil for the default settings.
  mutating func fit(_ memory: VideoMemory, below most: Int?) -> Int {
    guard factory == "x264enc" else { return memory.whole(encoderHolds: heldPictures) }
    let settings = isUsual && most != nil ? Self.x264 : Array(Self.x264.prefix(1))
    let fitting = settings.first { memory.whole(encoderHolds: $0.pictures) <= most ?? .max }
    let chosen = fitting ?? settings[settings.count - 1]
    description = description.map { $0 + chosen.properties }
    return memory.whole(encoderHolds: chosen.pictures)
  }

  /// The number of frames held by encoders whose settings do not depend on the memory limit.
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
