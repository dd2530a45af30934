// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// The progress of a track, written by its thread and read by the reporting thread.
final class TrackProgress: Sendable {
  private let position = Atomic<Int64>(0)
  private let frameCount = Atomic<Int>(0)
  private let finished = Atomic<Bool>(false)
  private let readPosition = Atomic<Int64>(-1)

  /// Records that the source is read up to a time in nanoseconds, before any output.
  func read(to nanoseconds: Int64) { readPosition.store(nanoseconds, ordering: .relaxed) }

  /// Records that the source has been read.
  func endReading() { readPosition.store(-1, ordering: .relaxed) }

  /// The nanoseconds of the source that have been read; nil outside of that phase.
  var readNanoseconds: Int64? {
    let position = readPosition.load(ordering: .relaxed)
    return position < 0 ? nil : position
  }

  /// Records the output of frames, up to a time in nanoseconds of the result.
  func advance(to nanoseconds: Int64, frames: Int) {
    position.store(nanoseconds, ordering: .relaxed)
    frameCount.wrappingAdd(frames, ordering: .relaxed)
  }

  /// Records that the track is complete.
  func finish() { finished.store(true, ordering: .releasing) }

  /// The nanoseconds of the result that have been output.
  var nanoseconds: Int64 { position.load(ordering: .relaxed) }
  /// The frames of the result that have been output.
  var frames: Int { frameCount.load(ordering: .relaxed) }
  var isFinished: Bool { finished.load(ordering: .acquiring) }
}
