// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// Flags and metadata of input buffers, held until they are copied to the output buffers.
///
/// Positions are source frames, in the engine's count.
struct AudioMarks: Sendable {
  private struct Mark: Sendable {
    /// The first frame with these flags; they apply up to the next mark.
    let first: Int
    let lasting: ContentFlags
    /// The flags of the first frame only; empty once they were written.
    var beginning: ContentFlags
    var notes: BufferMetas?
    /// The duration clipped from the buffer before the first frame, in nanoseconds.
    let skipped: Int64
  }

  private var marks: [Mark] = []

  /// Records the flags and metadata of a buffer with the first frame `first`, if they differ from the previous ones.
  ///
  /// `skipped`: the duration clipped from the buffer before that frame, in nanoseconds.
  mutating func append(_ buffer: borrowing Buffer, at first: Int, skipped: Int64) {
    let said = buffer.marks
    let lasting = said.subtracting(.ofBeginning)
    let beginning = said.intersection(.ofBeginning)
    let notes = buffer.notes
    if beginning.isEmpty, notes == nil, marks.last?.lasting ?? [] == lasting { return }
    marks.append(
      Mark(first: first, lasting: lasting, beginning: beginning, notes: notes, skipped: skipped)
    )
  }

  /// Returns the number of output frames, of `count`, that have the same flags; at least one.
  ///
  /// `position`: the source position that each reads; one between two frames reads both.
  func alike(_ count: Int, _ position: (Int) -> Double) -> Int {
    let limit = limit(after: position(0))
    guard limit < .infinity else { return count }
    var (low, high) = (1, max(count, 1))
    while low < high {
      let middle = (low + high) / 2
      (low, high) = position(middle) < limit ? (middle + 1, high) : (low, middle)
    }
    return low
  }

  private func limit(after position: Double) -> Double {
    var lasting = lasting(at: position)
    for mark in marks where Double(mark.first) > position {
      let last = Double(mark.first - 1)
      if mark.lasting != lasting { return position <= last ? last.nextUp : Double(mark.first) }
      lasting = mark.lasting
    }
    return .infinity
  }

  private func lasting(at position: Double) -> ContentFlags {
    marks.last { Double($0.first) <= position }?.lasting ?? []
  }

  /// Writes flags and metadata to an output buffer that reads source positions from `first` to `last`.
  ///
  /// `rate`: the source frames per second.
  mutating func write(to buffer: inout Buffer, from first: Double, to last: Double, rate: Int) {
    guard !marks.isEmpty else { return }
    var said = lasting(at: first)
    for index in marks.indices {
      let start = Double(marks[index].first)
      if start > first, start <= last.rounded(.up) { said = said.joined(marks[index].lasting) }
      guard start <= last else { break }
      said.formUnion(marks[index].beginning)
      let shift = ((first - start) / Double(rate) * 1e9).rounded()
      marks[index].notes?.write(
        to: &buffer,
        shift: marks[index].skipped.saturatingSum(Int64(exactly: shift) ?? 0)
      )
      (marks[index].beginning, marks[index].notes) = ([], nil)
    }
    buffer.marks = said
    if let current = marks.lastIndex(where: { Double($0.first) <= last }) {
      marks.removeFirst(current)
    }
  }
}
