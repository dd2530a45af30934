// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// Flags and metadata of backward input buffers, held until all of their audio is played.
///
/// Positions are source frames, counted from the segment's start.
struct BackwardMarks: Sendable {
  private struct Mark: Sendable {
    /// The buffer's first frame, or that of the earliest buffer with the same flags.
    var first: Int
    let said: ContentFlags
    let notes: BufferMetas?
    /// The duration clipped from the buffer before that frame, in nanoseconds.
    let skipped: Int64

    /// Whether nothing in it applies to the start of the buffer only.
    var isLasting: Bool { notes == nil && said.intersection(.ofBeginning).isEmpty }
  }

  /// The marks, the latest buffer first.
  private var marks: [Mark] = []

  /// The first frame of the latest buffer not yet played, merged with earlier buffers that have the same flags.
  var latest: Int? { marks.first?.first }

  /// Records the flags and metadata of a buffer that starts at `first`, before all others.
  mutating func append(_ held: HeldAudio, at first: Int) {
    // Audio before the segment's start is clipped.
    let (first, said, notes) = (max(0, first), held.buffer.marks, held.buffer.notes)
    let mark = Mark(first: first, said: said, notes: notes, skipped: held.skipped)
    if let last = marks.last, last.isLasting, mark.isLasting, last.said == said {
      marks[marks.count - 1].first = min(last.first, first)
    } else {
      marks.append(mark)
    }
  }

  /// Writes the latest buffer's flags and metadata to an output buffer that contains only its audio.
  ///
  /// `beginning`: the first source position that the output buffer reads, if it is the earliest of
  /// that audio; else nil.
  func write(to buffer: inout Buffer, beginning: Double?, rate: Int) {
    guard let mark = marks.first else { return }
    buffer.marks = beginning == nil ? mark.said.subtracting(.ofBeginning) : mark.said
    guard let beginning else { return }
    let shift = ((beginning - Double(mark.first)) / Double(rate) * 1e9).rounded()
    let later = mark.skipped.saturatingSum(Int64(exactly: shift) ?? 0)
    mark.notes?.write(to: &buffer, shift: later)
  }

  /// Removes the latest buffer, whose audio is completely played.
  mutating func removeLatest() { marks.removeFirst() }
}
