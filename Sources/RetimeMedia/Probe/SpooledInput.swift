// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem
internal import SoundFile

/// An input as a file that GStreamer can read more than once; it goes when this value goes.
///
/// Every track has a reader of its own, and a file is counted before it is scaled: a pipe gives its
/// bytes only once. And some files of samples must be written in another form first.
final class SpooledInput: Sendable {
  /// Where the bytes are; nil for an input that is a file or an address itself.
  let path: String?

  /// Reads standard input to its end when `name` is "-".
  init(_ name: String, _ cancellation: Cancellation) throws(RetimeError) {
    let isStandard = name == "-"
    let file = try? RandomAccessFile(name)
    let isForeign = file.map(SampleFileHead.needsLibrary) ?? false
    guard isStandard || isForeign else {
      path = nil
      return
    }
    let path = OutputFile.temporaryName(for: FileSystem.temporaryFolder)
    self.path = path
    let goesOn = { (try? cancellation.check()) != nil }
    do {
      if isStandard {
        try StandardStreams.copyInput(to: path, while: goesOn)
      } else {
        let isFloat = file.map(SampleFileHead.isFloatWave64) ?? false
        try SoundFileCopy.wave(of: name, to: path, isFloat: isFloat, goesOn: goesOn)
      }
    } catch let error as SoundFileError {
      throw RetimeError(.badInput, "'\(name)' cannot be read as media: \(error)")
    } catch {
      throw RetimeError(.inputOutput, "standard input cannot be kept in \(path): \(error)")
    }
    try cancellation.check()
  }

  deinit {
    if let path { try? FileSystem.remove(path) }
  }
}
