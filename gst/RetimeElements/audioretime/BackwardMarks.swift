// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// Flags and metadata of buffers that came backwards, held until all of their sound is played.
///
/// Positions are source frames, counted from the segment's start.
struct BackwardMarks: Sendable {
  private struct Mark: Sendable {
    /// The buffer's first frame, or that of the earliest one that says the same.
    var first: Int
    let said: BufferMarks
    let notes: BufferNotes?
    /// How much of the buffer was left out before that frame, in nanoseconds.
    let skipped: Int64

    /// Whether it says nothing of where the buffer begins.
    var isLasting: Bool { notes == nil && said.intersection(.ofBeginning).isEmpty }
  }

  /// The latest buffer first.
  private var marks: [Mark] = []

  /// The first frame of the latest buffer that is not played yet, and of those before it that say the same.
  var latest: Int? { marks.first?.first }

  /// Notes what a buffer says that begins at `first`, before all others.
  mutating func append(_ held: HeldSound, at first: Int) {
    // What lies before the start is left out.
    let (first, said, notes) = (max(0, first), held.buffer.marks, held.buffer.notes)
    let mark = Mark(first: first, said: said, notes: notes, skipped: held.skipped)
    if let last = marks.last, last.isLasting, mark.isLasting, last.said == said {
      marks[marks.count - 1].first = min(last.first, first)
    } else {
      marks.append(mark)
    }
  }

  /// Writes what the latest buffer says to an output buffer of its sound alone.
  ///
  /// `beginning`: the source position that the output buffer reads first, where it is the earliest of that sound.
  func write(to buffer: inout Buffer, beginning: Double?, rate: Int) {
    guard let mark = marks.first else { return }
    buffer.marks = beginning == nil ? mark.said.subtracting(.ofBeginning) : mark.said
    guard let beginning else { return }
    let shift = ((beginning - Double(mark.first)) / Double(rate) * 1e9).rounded()
    let later = mark.skipped.saturatingSum(Int64(exactly: shift) ?? 0)
    mark.notes?.write(to: &buffer, shift: later)
  }

  /// Forgets the latest buffer, all of which is played.
  mutating func removeLatest() { marks.removeFirst() }
}
