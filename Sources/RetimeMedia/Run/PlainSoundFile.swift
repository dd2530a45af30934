// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem
internal import Synchronization

/// A WAVE file whose samples lie in it as the scaler takes them: no decoder, no thread and no copy is needed.
///
/// The layout is RIFF's: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0", and
/// `WAVEFORMATEXTENSIBLE`. Whatever is the least unusual is left to GStreamer, which gives the same samples.
struct PlainSoundFile {
  private let file: RandomAccessFile
  private let offset: Int
  private let frameBytes: Int
  /// Frames in the file.
  let frameCount: Int

  /// The source of a track; nil when it is no such file, or a part of one, or not as planned.
  init?(_ plan: Plan, _ track: Plan.Track, _ audio: Plan.Audio) {
    guard plan.start == nil, plan.end == nil, track.sourceCodec == "audio/x-raw",
      track.patches.isEmpty, let path = FileAddress.path(plan.uri),
      let file = try? RandomAccessFile(path), let layout = Layout(file),
      layout.format == audio.format, layout.channels == audio.channels,
      layout.sampleRate == audio.sampleRate
    else { return nil }
    self.file = file
    offset = layout.samples.lowerBound
    frameBytes = layout.channels * layout.format.byteCount
    frameCount = layout.samples.count / frameBytes
    guard frameCount == track.sourceFrames else { return nil }
  }

  /// Fills samples from a frame on; false when the file has become shorter.
  func read<Value: BitwiseCopyable>(from frame: Int, into samples: inout MutableSpan<Value>) -> Bool
  {
    file.read(into: &samples, at: offset + frame * frameBytes)
  }

  /// What the chunks before the samples say.
  private struct Layout {
    let format: SampleFormat
    let channels: Int, sampleRate: Int
    /// Where the samples lie.
    let samples: Range<Int>

    init?(_ file: RandomAccessFile) {
      guard let head = file.bytes(at: 0, count: 12), head[0..<4].elementsEqual("RIFF".utf8),
        head[8..<12].elementsEqual("WAVE".utf8)
      else { return nil }
      var place = 12
      var description: [UInt8]?
      for _ in 0..<100 {
        guard let head = file.bytes(at: place, count: 8) else { return nil }
        let count = Self.number(head[4..<8])
        place += 8
        switch String(decoding: head[0..<4], as: UTF8.self) {
        case "fmt " where description == nil && (16...64).contains(count):
          description = file.bytes(at: place, count: count)
        case "data":
          guard let description, count > 0, place + count <= file.byteCount,
            let format = Self.format(description)
          else { return nil }
          self.format = format
          channels = Self.number(description[2..<4])
          sampleRate = Self.number(description[4..<8])
          samples = place..<place + count
          return
        default: break
        }
        place += count + count % 2
      }
      return nil
    }

    /// The format of plain samples that follow each other without a gap; nil for any other.
    private static func format(_ bytes: [UInt8]) -> SampleFormat? {
      let (channels, frame) = (number(bytes[2..<4]), number(bytes[12..<14]))
      let bits = number(bytes[14..<16])
      var kind = number(bytes[0..<2])
      if kind == 0xFFFE, bytes.count >= 40 {
        // The first places are in the same order for both: those after the sides are not.
        guard number(bytes[18..<20]) == bits, number(bytes[20..<24]) < 1 << 11 else { return nil }
        kind = number(bytes[24..<26])
      }
      guard channels > 0, frame == channels * bits / 8 else { return nil }
      switch (kind, bits) {
      case (1, 8): return .u8
      case (1, 16): return .s16
      case (1, 24): return .s24
      case (1, 32): return .s32
      case (3, 32): return .f32
      case (3, 64): return .f64
      default: return nil
      }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
      bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }
}

/// Tells a worker that reads by itself to stop.
final class StopFlag: Stoppable {
  private let flag = Atomic<Bool>(false)
  /// Whether it was told.
  var isRaised: Bool { flag.load(ordering: .acquiring) }
  func stop() { flag.store(true, ordering: .releasing) }
}
