// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem

/// A decoded frame in the stack, with its time in the source.
struct StackedFrame {
  var picture: SharedFrame
  let caps: Caps
  /// The presentation time, in the time of its segment and exactly in source time.
  let position: ClockTime, time: RationalTime
}

/// The frames of a GOP as a stack in bounded memory.
///
/// The newest frames stay in memory, and older ones go to a scratch file. When that is full or
/// cannot be written, the oldest frames are dropped and must be decoded again.
struct FrameStack {
  private struct Entry {
    let waiting: StackedFrame
    /// The offset and the number of its bytes in the file; nil while they are in memory.
    var spilled: (offset: Int, byteCount: Int)?
  }

  /// The value of `--max-memory`, in bytes.
  private let maximum: Int
  /// The maximum size of frames in memory, in bytes.
  ///
  /// Codecs need memory of their own: an encoder of 720p video with look-ahead takes some 280 MB.
  /// So the stack gets a 32nd, and other frames go to a scratch file.
  private var mostHeld: Int { maximum / 32 }
  /// The maximum number of bytes and of frames in the scratch file.
  private static let spilledBytes = 4 << 30, spilledPictures = 16384
  private var entries: [Entry] = []
  /// The index of the first entry in memory, and the number of bytes in memory.
  private var firstHeld = 0, heldBytes = 0
  private var file: ScratchFile?
  /// The size of a slot in the file, the number of slots, and the next one to use.
  private var slotBytes = 0, slots = 0, nextSlot = 0
  /// Whether frames have been dropped since the stack was empty.
  private(set) var hasLetGo = false
  /// Whether the frames in the stack ever exceeded `--max-memory`.
  private(set) var wasLarger = false
  /// The bytes of all frames since the stack was empty.
  private var allBytes = 0

  init(maximumMemory: Int) { maximum = maximumMemory }

  /// The time of the oldest frame left.
  var oldest: ClockTime? { entries.first?.waiting.position }

  /// Pushes a frame that is shown after all earlier ones.
  mutating func push(_ picture: StackedFrame) throws(GStreamerError) {
    if entries.isEmpty { begin(pictureBytes: picture.picture.buffer.byteCount) }
    entries.append(Entry(waiting: picture))
    heldBytes += picture.picture.buffer.byteCount
    allBytes += picture.picture.buffer.byteCount
    if allBytes > maximum { wasLarger = true }
    while heldBytes > mostHeld, firstHeld < entries.count - 1 { try spillOldest() }
  }

  /// Removes and returns the newest frame.
  mutating func pop() throws(WorkerFailure) -> StackedFrame? {
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

  /// Moves the oldest frame in memory to the file, or drops it and all older ones.
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
      // Its slot has just been overwritten.
      entries.removeFirst()
      (firstHeld, hasLetGo) = (firstHeld - 1, true)
    }
    nextSlot = (nextSlot + 1) % slots
    waiting.picture = SharedFrame(try waiting.picture.buffer.withoutMemory())
    entries[firstHeld] = Entry(waiting: waiting, spilled: (offset, byteCount))
    firstHeld += 1
  }

  /// Writes the buffer's bytes to the file; returns whether that succeeded.
  ///
  /// A full disk is no error: frames that do not fit are decoded again.
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
    _ emptied: StackedFrame,
    _ offset: Int,
    _ byteCount: Int
  ) throws(WorkerFailure) -> StackedFrame {
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
      waiting.picture = SharedFrame(buffer)
    } catch {
      throw .error(RetimeError(.inputOutput, "a stored frame cannot be read back: \(error)"))
    }
    if let failure { throw .scratch(failure) }
    return waiting
  }
}
