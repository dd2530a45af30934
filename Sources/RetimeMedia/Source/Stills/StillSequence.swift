// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import GStreamer
internal import RetimeCore
internal import RetimeSystem

/// Still images that are read as the frames of a video, in natural order.
///
/// GStreamer's `imagesequencesrc` reads files with consecutive numbers. Others get such names as
/// links in a scratch folder, which is removed with this value.
final class StillSequence: Sendable {
  /// The URI for GStreamer.
  let uri: String
  /// The numbers that are missing between the first and the last, as text; empty for none.
  let missing: [String]
  /// Whether each image has a time of its own.
  let isTimed: Bool
  private let links: ScratchFolder?

  /// Finds the images of an input: a pattern, a folder, a list, or one image if `takesOne`.
  ///
  /// `rate`: the frames per second; nil for 25, or for the durations in a list.
  /// `times`: the source of the images' times; nil for evenly spaced ones.
  ///
  /// Nil for an input of another kind. Blocks on the disk.
  ///
  /// - Throws: `cannotOpen` if no file matches; `badInput` for OpenEXR and DPX; `usage` for stills of several types, and for
  ///   a rate beside durations.
  init?(
    _ name: String,
    rate: FrameRate?,
    times: StillTimes? = nil,
    takesOne: Bool = false,
    _ cancellation: Cancellation
  ) throws(RetimeError) {
    guard name != "-", !name.contains("://") else { return nil }
    if let format = StillNames.unread[MediaName.suffix(of: name)] {
      throw RetimeError(
        .badInput,
        "'\(name)': \(format) images are not read; convert them to PNG of 16 bits, as with "
          + "ffmpeg -i '\(name)' -pix_fmt rgb48be '%05d.png'"
      )
    }
    let entry = try? FileSystem.entry(at: name)
    let slash = name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex
    let folder = String(name[..<slash])
    var (files, numbers) = ([String](), [Int]())
    var starts: [RationalTime]?, isListed = false
    switch entry?.sort {
    case nil:
      guard let pattern = StillNames(name[slash...]) else { return nil }
      let there = Self.names(in: folder)
      if pattern.isNumbered {
        let found = there.compactMap { file in pattern.number(in: file).map { ($0, file) } }
          .sorted { $0.0 < $1.0 }
        (numbers, files) = (found.map(\.0), found.map { folder + $0.1 })
      } else {
        files = StillNames.sorted(there.filter(pattern.matches)).map { folder + $0 }
      }
      guard !files.isEmpty else {
        throw RetimeError(
          .cannotOpen,
          "no file matches '\(name)': see that the folder and the pattern are right"
        )
      }
    case .directory:
      let there = Self.names(in: name).filter { !$0.hasPrefix(".") && StillNames.isStill($0) }
      files = StillNames.sorted(there).map { name.hasSuffix("/") ? name + $0 : "\(name)/\($0)" }
      guard !files.isEmpty else {
        throw RetimeError(
          .cannotOpen,
          "'\(name)' is a directory without still images; give a media file in it"
        )
      }
    default:
      if let list = try StillList(name, folder: folder) {
        (files, starts, isListed) = (list.files, list.starts, true)
      } else {
        guard takesOne, StillNames.isStill(name), !Self.isAnimated(name) else { return nil }
        files = [name]
      }
    }
    guard starts == nil || rate == nil && times == nil else {
      throw RetimeError(
        .usage,
        "'\(name)' lists the durations of its stills: leave out --input-fps and --times-from"
      )
    }
    try Self.checkTypes(files, name)
    missing = Self.gaps(numbers)
    if starts == nil, let times { starts = try times.starts(of: files, cancellation) }
    isTimed = starts != nil
    let frameRate = rate.map { "\($0.numerator)/\($0.denominator)" } ?? "25/1"
    if starts == nil, let first = numbers.first, let last = numbers.last, missing.isEmpty,
      !folder.contains("%")
    {
      links = nil
      uri = try Self.uri(name, first...last, frameRate)
      return
    }
    let scratch: ScratchFolder
    let suffix = "." + MediaName.suffix(of: files[0])
    do {
      scratch = try ScratchFolder()
      var (folder, resolved) = ("", try FileSystem.resolved("."))
      for (index, file) in files.enumerated() {
        try cancellation.check()
        if isListed { _ = try FileSystem.entry(at: file) }
        let start = file.lastIndex(of: "/").map(file.index(after:)) ?? file.startIndex
        if file[..<start] != folder {
          folder = String(file[..<start])
          resolved = try FileSystem.resolved(folder)
        }
        try scratch.link("\(index + 1)\(suffix)", to: "\(resolved)/\(file[start...])")
      }
      if let starts { try StillClock.store(starts, in: scratch) }
    } catch let error as RetimeError {
      throw error
    } catch {
      throw RetimeError(
        .inputOutput,
        "the stills of '\(name)' cannot be put in order in \(ScratchFile.folder): \(error)"
      )
    }
    links = scratch
    uri = try Self.uri("\(scratch.path)/%d\(suffix)", 1...files.count, frameRate)
  }

  private static func isAnimated(_ name: String) -> Bool {
    (try? RandomAccessFile(name)).flatMap(AnimationKind.init) != nil
  }

  private static func names(in folder: String) -> [String] {
    ((try? Folder.items(of: folder.isEmpty ? "." : folder)) ?? [])
      .filter { $0.sort == .file || $0.sort == .link }.map(\.name)
  }

  /// Checks that all files have one type, as a decoder is chosen once.
  private static func checkTypes(_ files: [String], _ name: String) throws(RetimeError) {
    let types = Set(
      files.map { file in
        let suffix = MediaName.suffix(of: file)
        return ["jpeg": "jpg", "tiff": "tif"][suffix] ?? suffix
      }
    )
    guard types.count > 1 else { return }
    throw RetimeError(
      .usage,
      "'\(name)' has stills of several types (\(types.sorted().joined(separator: ", "))): choose one with a pattern, such as "
        + "'*.\(types.sorted()[0])'"
    )
  }

  private static func gaps(_ numbers: [Int]) -> [String] {
    zip(numbers, numbers.dropFirst()).filter { $1 - $0 > 1 }.map { before, after in
      after - before == 2 ? "\(before + 1)" : "\(before + 1) to \(after - 1)"
    }
  }

  private static func uri(
    _ pattern: String,
    _ numbers: ClosedRange<Int>,
    _ rate: String
  ) throws(RetimeError) -> String {
    do throws(GStreamerError) {
      let path = try FileAddress.uri(pattern).dropFirst("file".count)
      return
        "imagesequence\(path)?start-index=\(numbers.lowerBound)&stop-index=\(numbers.upperBound)&framerate=\(rate)"
    } catch {
      throw RetimeError(error, side: .input, name: pattern)
    }
  }
}
