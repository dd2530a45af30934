// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore
internal import RetimeSystem
internal import SoundFile

/// An input as a file that can be read repeatedly; the scratch copy is removed with this value.
///
/// Every track has a reader of its own, and a file is counted before it is scaled, but standard
/// input and pipes can be read once. Some files of samples must be converted to another format
/// first.
final class SpooledInput: Sendable {
  private let spool: ScratchFile?
  /// The file to read; nil for an input that is not a local file.
  let path: String?
  /// The still images that form the input; nil for other inputs.
  let stills: StillSequence?
  /// The parts of a network stream that are not received, as text.
  let unread: [String]
  /// The inputs that follow this one in a job of several sources.
  let following: [SpooledInput]

  /// Copies standard input (`name` is "-"), a pipe or a web address to a file.
  ///
  /// `stillRate`: the frame rate of still images; nil for the usual one, or the durations in a list.
  /// `stillTimes`: the source of the times of still images; nil for evenly spaced ones.
  /// `takesOneStill`: whether a single image is an input, too.
  /// `patience`: the time after which a web address is no longer copied but read directly each
  /// time; nil to wait for its end. `end`: the time in the source up to which a stream is received.
  /// `onProgress`: receives the progress of receiving, on the calling thread. Throws `cannotOpen` for a directory or a device, and when no
  /// data arrives for too long.
  init(
    _ name: String,
    stillRate: FrameRate? = nil,
    stillTimes: StillTimes? = nil,
    takesOneStill: Bool = false,
    stallTimeout: Duration,
    patience: Duration? = nil,
    end: RationalTime? = nil,
    following: [SpooledInput] = [],
    _ cancellation: Cancellation,
    onProgress: @escaping @Sendable (JobProgress) -> Void = { _ in }
  ) throws(RetimeError) {
    self.following = following
    stills = try StillSequence(
      name,
      rate: stillRate,
      times: stillTimes,
      takesOne: takesOneStill,
      cancellation
    )
    guard stills == nil else {
      (spool, path, unread) = (nil, nil, [])
      return
    }
    guard stillRate == nil, stillTimes == nil else {
      throw RetimeError(
        .usage,
        "\(stillRate == nil ? "--times-from" : "--input-fps") is for still images, and '\(name)' is not made of such: "
          + "leave it out"
      )
    }
    let watchdog = Watchdog(limit: stallTimeout)
    let reception = Reception(
      name,
      // The first seconds of a live stream show what it contains.
      limit: patience == nil ? end : RationalTime(1, 1),
      stallTimeout: stallTimeout,
      cancellation,
      onProgress: onProgress
    )
    var source = Self.path(of: name), spool: ScratchFile?, unread: [String] = []
    if name == "-" {
      spool = try Self.copy(.standardInput(), name, watchdog, cancellation)
    } else if source == nil, MediaName.isNetworkAddress(name) {
      let input = try NetworkInput(reception, patience: patience)
      (spool, unread) = (input.file, input.unread)
    } else if let file = source, let input = try NetworkInput(playlist: file, reception) {
      (spool, unread) = (input.file, input.unread)
    } else if let file = source, let entry = try? FileSystem.entry(at: file) {
      switch entry.sort {
      case .directory:
        throw RetimeError(.cannotOpen, "'\(name)' is a directory; give a media file in it")
      case .device:
        throw RetimeError(.cannotOpen, "'\(name)' is a device; give a media file, a pipe or -")
      case .pipe:
        spool = try Self.copy(try Self.pipe(file, name), name, watchdog, cancellation)
      case .file, .other: break
      }
    }
    source = spool?.path ?? source
    if let path = source, let file = try? RandomAccessFile(path),
      SampleFileHead.needsLibrary(file)
    {
      let wave = try Self.scratch(for: name)
      do {
        try SoundFileCopy.wave(
          of: PathText.bytes(of: path),
          to: wave.path,
          isFloat: SampleFileHead.isFloatWave64(file),
          goesOn: { (try? cancellation.check()) != nil }
        )
      } catch {
        throw RetimeError(.badInput, "'\(name)' cannot be read as media: \(error)")
      }
      try cancellation.check()
      spool = wave
    }
    (self.spool, self.unread) = (spool, unread)
    path = spool?.path ?? source
  }

  /// Returns the path of an input: a path or a file URI; nil for "-" and other addresses.
  static func path(of name: String) -> String? {
    if name == "-" { return nil }
    let isAddress = name.contains("://") && URI.isValid(name)
    guard isAddress, (try? FileSystem.entry(at: name)) == nil else { return name }
    return FileAddress.path(name)
  }

  private static func pipe(_ path: String, _ name: String) throws(RetimeError) -> ByteStream {
    do {
      return try ByteStream(path)
    } catch {
      throw RetimeError(.cannotOpen, "'\(name)' cannot be opened: \(error)")
    }
  }

  /// Creates a scratch file for the data of an input.
  static func scratch(for name: String) throws(RetimeError) -> ScratchFile {
    do {
      return try ScratchFile()
    } catch {
      throw RetimeError(
        .inputOutput,
        "what '\(name)' gives cannot be kept in \(ScratchFile.folder): \(error)"
      )
    }
  }

  private static func copy(
    _ stream: consuming ByteStream,
    _ name: String,
    _ watchdog: Watchdog,
    _ cancellation: Cancellation
  ) throws(RetimeError) -> ScratchFile {
    let file = try scratch(for: name)
    var (seen, failure) = (0, RetimeError?.none)
    do throws(SystemError) {
      try stream.copy(to: file) { count in
        if count > seen { watchdog.feed() }
        seen = count
        do throws(RetimeError) {
          try cancellation.check()
          try watchdog.check(name)
        } catch {
          failure = error
        }
        return failure == nil
      }
    } catch {
      throw RetimeError(
        .inputOutput,
        "what '\(name)' gives cannot be kept in \(ScratchFile.folder): \(error)"
      )
    }
    if let failure { throw failure }
    return file
  }
}
