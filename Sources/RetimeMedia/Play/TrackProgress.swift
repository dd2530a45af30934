// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// How far a track has come; written by its thread, read by the one that reports.
final class TrackProgress: Sendable {
  private let position = Atomic<Int64>(0)
  private let frameCount = Atomic<Int>(0)
  private let finished = Atomic<Bool>(false)
  private let readPosition = Atomic<Int64>(-1)

  /// The source is being read, up to a time in nanoseconds, before anything can be made of it.
  func read(to nanoseconds: Int64) { readPosition.store(nanoseconds, ordering: .relaxed) }

  /// The source has been read.
  func endReading() { readPosition.store(-1, ordering: .relaxed) }

  /// Nanoseconds of the source that are read; nil while nothing must be read first.
  var readNanoseconds: Int64? {
    let position = readPosition.load(ordering: .relaxed)
    return position < 0 ? nil : position
  }

  /// Another frame or block of frames is out, up to a time in nanoseconds of the result.
  func advance(to nanoseconds: Int64, frames: Int) {
    position.store(nanoseconds, ordering: .relaxed)
    frameCount.wrappingAdd(frames, ordering: .relaxed)
  }

  /// The track is complete.
  func finish() { finished.store(true, ordering: .releasing) }

  /// Nanoseconds of the result that are out.
  var nanoseconds: Int64 { position.load(ordering: .relaxed) }
  /// Frames of the result that are out.
  var frames: Int { frameCount.load(ordering: .relaxed) }
  /// Whether the track is complete.
  var isFinished: Bool { finished.load(ordering: .acquiring) }
}
