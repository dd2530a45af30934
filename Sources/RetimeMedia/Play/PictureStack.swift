// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem

/// A decoded picture that waits, with its place in the source.
struct WaitingPicture {
  var picture: Picture
  let caps: Caps
  /// When it is shown, in its segment's time, and exactly in source time.
  let position: ClockTime, time: RationalTime
}

/// The pictures of a group, of which the last comes out first, in bounded memory.
///
/// The newest stay in memory, older ones go to a scratch file, and when that is full too, or there is no
/// room for it, the oldest are let go: they must be decoded once more.
struct PictureStack {
  private struct Entry {
    let waiting: WaitingPicture
    /// Where its bytes lie in the file, and how many; nil while they are in memory.
    var spilled: (offset: Int, byteCount: Int)?
  }

  /// All of `--max-memory`, in bytes.
  private let maximum: Int
  /// How much of it pictures in memory may take.
  ///
  /// Codecs take what they take, an encoder of 720p pictures with its look-ahead some 280 MB: a part
  /// in 32 is left to what waits, and whatever does not fit there waits in a scratch file.
  private var mostHeld: Int { maximum / 32 }
  /// Bytes of pictures in the scratch file, and how many pictures at most.
  private static let spilledBytes = 4 << 30, spilledPictures = 16384
  private var entries: [Entry] = []
  /// Entries from this one on are in memory, in so many bytes.
  private var firstHeld = 0, heldBytes = 0
  private var file: ScratchFile?
  /// The size of a place in the file, how many there are, and the next one to be used.
  private var slotBytes = 0, slots = 0, nextSlot = 0
  /// Whether pictures were let go since the stack was empty.
  private(set) var hasLetGo = false
  /// Whether there ever were more pictures than all of the memory could hold.
  private(set) var wasLarger = false
  /// Bytes of all pictures since the stack was empty.
  private var allBytes = 0

  init(maximumMemory: Int) { maximum = maximumMemory }

  /// The oldest picture that is left.
  var oldest: ClockTime? { entries.first?.waiting.position }

  /// Takes a picture that is shown after those that were pushed before.
  mutating func push(_ picture: WaitingPicture) throws(GStreamerError) {
    if entries.isEmpty { begin(pictureBytes: picture.picture.buffer.byteCount) }
    entries.append(Entry(waiting: picture))
    heldBytes += picture.picture.buffer.byteCount
    allBytes += picture.picture.buffer.byteCount
    if allBytes > maximum { wasLarger = true }
    while heldBytes > mostHeld, firstHeld < entries.count - 1 { try spillOldest() }
  }

  /// The newest picture, which leaves the stack.
  mutating func pop() throws(WorkerFailure) -> WaitingPicture? {
    guard let last = entries.popLast() else { return nil }
    guard let (offset, byteCount) = last.spilled else {
      heldBytes -= last.waiting.picture.buffer.byteCount
      return last.waiting
    }
    firstHeld = min(firstHeld, entries.count)
    return try load(last.waiting, offset, byteCount)
  }

  // MARK: - The file

  private mutating func begin(pictureBytes: Int) {
    (firstHeld, heldBytes, allBytes, nextSlot, hasLetGo) = (0, 0, 0, 0, false)
    slotBytes = max(1, pictureBytes)
    slots = min(Self.spilledPictures, Self.spilledBytes / slotBytes)
  }

  /// Brings the oldest picture in memory to the file, or lets it go with all that are older.
  private mutating func spillOldest() throws(GStreamerError) {
    var waiting = entries[firstHeld].waiting
    let byteCount = waiting.picture.buffer.byteCount
    heldBytes -= byteCount
    let offset = nextSlot * slotBytes
    guard slots > 0, byteCount <= slotBytes, try write(waiting.picture.buffer, at: offset) else {
      entries.removeFirst(firstHeld + 1)
      (firstHeld, hasLetGo) = (0, true)
      return
    }
    if firstHeld == slots {
      // Its place is the one that was just written.
      entries.removeFirst()
      (firstHeld, hasLetGo) = (firstHeld - 1, true)
    }
    nextSlot = (nextSlot + 1) % slots
    waiting.picture = Picture(try waiting.picture.buffer.withoutMemory())
    entries[firstHeld] = Entry(waiting: waiting, spilled: (offset, byteCount))
    firstHeld += 1
  }

  /// Whether the buffer's bytes are in the file.
  ///
  /// A full disk is no reason to fail: what does not fit is decoded again.
  private mutating func write(
    _ buffer: borrowing Buffer,
    at offset: Int
  ) throws(GStreamerError) -> Bool {
    if file == nil { file = try? ScratchFile() }
    guard let file else { return false }
    let isDone = try buffer.withSpan(of: UInt8.self) {
      (bytes: Span<UInt8>) throws(GStreamerError) in
      (try? file.write(bytes, at: offset)) != nil
    }
    if !isDone { slots = 0 }
    return isDone
  }

  private func load(
    _ emptied: WaitingPicture,
    _ offset: Int,
    _ byteCount: Int
  ) throws(WorkerFailure) -> WaitingPicture {
    var waiting = emptied
    var failure: SystemError?
    do throws(GStreamerError) {
      var buffer = try Buffer(byteCount: byteCount)
      try buffer.withMutableSpan(of: UInt8.self) {
        (bytes: inout MutableSpan<UInt8>) throws(GStreamerError) in
        do throws(SystemError) {
          try file?.read(into: &bytes, at: offset)
        } catch {
          failure = error
        }
      }
      try buffer.takeMetadata(of: emptied.picture.buffer)
      waiting.picture = Picture(buffer)
    } catch {
      throw .error(RetimeError(.inputOutput, "a picture that waited cannot be had back: \(error)"))
    }
    if let failure { throw .scratch(failure) }
    return waiting
  }
}
