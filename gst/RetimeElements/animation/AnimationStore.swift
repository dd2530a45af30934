// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// The scratch file of an encoder of animated images, with errors for the user.
struct AnimationStore: Sendable {
  private let file: ScratchFile

  init() throws(AnimationError) {
    do {
      file = try ScratchFile()
    } catch {
      throw .failed("a scratch file cannot be created in \(ScratchFile.folder): \(error)")
    }
  }

  /// Stores bytes at an offset.
  func write(_ bytes: Span<UInt8>, at offset: Int) throws(AnimationError) {
    do {
      try file.write(bytes, at: offset)
    } catch {
      throw .failed("a frame cannot be stored in \(ScratchFile.folder): \(error)")
    }
  }

  /// Returns `count` bytes from an offset.
  func read(_ count: Int, at offset: Int) throws(AnimationError) -> [UInt8] {
    var content = [UInt8](repeating: 0, count: count)
    var bytes = content.mutableSpan
    do {
      try file.read(into: &bytes, at: offset)
    } catch {
      throw .failed("a stored frame cannot be read: \(error)")
    }
    return content
  }
}
