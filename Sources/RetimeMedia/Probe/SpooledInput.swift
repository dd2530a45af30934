// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem
internal import SoundFile

/// An input as a file that GStreamer can read more than once; it goes when this value goes.
///
/// Every track has a reader of its own, and a file is counted before it is scaled: a pipe gives its
/// bytes only once. And some files of samples must be written in another form first.
final class SpooledInput: Sendable {
  private let spool: ScratchFile?
  /// Where the bytes are; nil for an input that is a file or an address itself.
  var path: String? { spool?.path }

  /// Reads standard input to its end when `name` is "-".
  init(_ name: String, _ cancellation: Cancellation) throws(RetimeError) {
    let isStandard = name == "-"
    let file = try? RandomAccessFile(name)
    let isForeign = file.map(SampleFileHead.needsLibrary) ?? false
    guard isStandard || isForeign else {
      spool = nil
      return
    }
    let path = OutputFile.temporaryName(for: FileSystem.temporaryFolder)
    let goesOn = { (try? cancellation.check()) != nil }
    do {
      if isStandard {
        try StandardStreams.copyInput(to: path, while: goesOn)
      } else {
        let isFloat = file.map(SampleFileHead.isFloatWave64) ?? false
        try SoundFileCopy.wave(of: name, to: path, isFloat: isFloat, goesOn: goesOn)
      }
      spool = try ScratchFile(taking: path)
    } catch {
      try? FileSystem.remove(path)
      guard let error = error as? SoundFileError else {
        throw RetimeError(.inputOutput, "standard input cannot be kept in \(path): \(error)")
      }
      throw RetimeError(.badInput, "'\(name)' cannot be read as media: \(error)")
    }
    try cancellation.check()
  }
}
