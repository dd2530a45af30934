// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// A stream of bytes that can be read once, in order: standard input or a named pipe.
public struct ByteStream: ~Copyable {
  private let descriptor: Int32
  private let isOwned: Bool

  /// Returns standard input.
  public static func standardInput() -> ByteStream { ByteStream(0, isOwned: false) }

  /// Opens the file or named pipe at `path` without waiting for a writer.
  ///
  /// A blocking open of a pipe for reading would wait for a writer, forever if there is none.
  /// `O_NONBLOCK` avoids that.
  public init(_ path: String) throws(SystemError) {
    self.init(try Descriptors.opening(path, O_RDONLY | O_NONBLOCK | O_NOCTTY), isOwned: true)
  }

  private init(_ descriptor: Int32, isOwned: Bool) {
    (self.descriptor, self.isOwned) = (descriptor, isOwned)
  }

  deinit { if isOwned { close(descriptor) } }

  /// Copies all bytes up to the end into an empty file.
  ///
  /// `goesOn`: called at least ten times a second with the number of bytes copied so far; false
  /// ends the copy.
  public consuming func copy(
    to file: ScratchFile,
    while goesOn: (Int) -> Bool
  ) throws(SystemError) {
    var block = [UInt8](repeating: 0, count: 1 << 20)
    var done = 0
    while goesOn(done) {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&waiting, 1, 100) != 0 else { continue }
      let count = unsafe read(descriptor, &block, block.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else { throw .last }
      guard count > 0 else { return }
      try file.write(block.span.extracting(0..<count), at: done)
      done += count
    }
  }
}
