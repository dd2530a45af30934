// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Container {
  /// The containers that installed muxers write, besides those of the table, in the order of preference.
  ///
  /// GStreamer must be initialized.
  static let installed: [Container] = muxers.compactMap { Container(writtenBy: $0) }

  /// The muxers that can be selected by the extension of their files.
  ///
  /// Those of libav come last, and last of all those that GStreamer never selects.
  private static let muxers: [ElementFactory] = {
    let known = Set(Container.all.compactMap(\.muxerFactory))
    let all = ElementFactory.muxers().filter { $0.writesFiles && !known.contains($0.name) }
    func order(_ muxer: ElementFactory) -> Int {
      (muxer.isOfLibav ? 1 : 0) + (muxer.rank == 0 ? 2 : 0)
    }
    return (0...3).flatMap { wanted in all.filter { order($0) == wanted } }
  }()

  /// Returns the container for `--container`: a name, an extension, caps, or a muxer with properties.
  ///
  /// - Throws: a usage error if the text is none of them.
  static func described(by text: String) throws(RetimeError) -> Container {
    if let known = named(text) { return known }
    if let muxer = LaunchDescription(text).firstElement, var made = ofMuxer(muxer) {
      do throws(GStreamerError) {
        _ = try Element.parse(text)
      } catch {
        throw RetimeError(.usage, "'\(text)' is no muxer in gst-launch syntax: \(error.message)")
      }
      (made.muxer, made.isMeasured) = (text, made.isMeasured && text == made.muxer)
      return made
    }
    if let element = LaunchDescription(text).firstElement,
      let factory = ElementFactory(named: element)
    {
      throw RetimeError(.usage, "'\(element)' writes no container: \(factory.reasonAgainstFiles)")
    }
    if text.contains("/"), let caps = try? Caps(text) { return try writing(caps) }
    throw RetimeError(
      .usage,
      "there is no container '\(text)': give the extension of a file, such as \(extensionList); caps, such as "
        + "application/mxf; or a muxer, such as \"flvmux streamable=true\". retime info --containers lists all"
    )
  }

  /// Returns the container of the registry for a file name extension; nil if there is none.
  static func inRegistry(_ suffix: String) -> Container? {
    guard var found = installed.first(where: { $0.extensions.contains(suffix) }) else { return nil }
    found.name = suffix
    return found
  }

  /// Returns the container that a muxer writes; nil if there is no such muxer.
  static func ofMuxer(_ name: String) -> Container? {
    all.first { $0.muxerFactory == name && !$0.holdsOneTrack }
      ?? ElementFactory(named: name).flatMap { factory in
        guard factory.writesFiles else { return nil }
        return Container(writtenBy: factory, name: name)
      }
  }

  /// Returns the container with caps.
  ///
  /// - Throws: `missingCodec` if no installed muxer writes it.
  static func writing(_ caps: Caps) throws(RetimeError) -> Container {
    let found = (all + installed).first {
      $0.installedMuxer?.sourceCaps.canIntersect(caps) ?? false
    }
    guard let found else {
      throw RetimeError(.missingCodec, "no installed muxer makes \(caps)")
    }
    return found
  }

  /// Creates the container of a muxer that is not in the table.
  ///
  /// `name`: the name; nil for the usual extension of such files. Nil if neither is known.
  private init?(writtenBy muxer: ElementFactory, name: String? = nil) {
    let caps = muxer.sourceCaps
    let extensions = caps.fileExtensions + (muxer.libavFormat.map { [$0] } ?? [])
    guard let name = name ?? extensions.first else { return nil }
    let sinks = muxer.padTemplates.filter(\.isSink)
    func tracks(of types: [String]) -> Int {
      let taking = sinks.filter { sink in
        sink.caps.alternatives.contains { types.contains($0.mediaKind) }
      }
      return taking.contains(where: \.isRepeatable) ? .max : taking.count
    }
    let takes = { (codec: Codec) in
      (try? Caps(codec.caps)).map(muxer.sinkCaps.canIntersect) ?? false
    }
    let codecs = Codec.all.filter { $0.isMade && !$0.losesTimes && takes($0) }
    self.init(
      name: name,
      extensions: extensions,
      muxer: muxer.name,
      video: codecs.filter(\.isVideo).map(\.name),
      audio: codecs.filter { !$0.isVideo }.map(\.name),
      isEven: true,
      isMeasured: false,
      maximumVideoTracks: tracks(of: ["video", "image"]),
      maximumAudioTracks: tracks(of: ["audio"])
    )
  }

  /// The usual file name extensions, for messages.
  static var extensionList: String { all.map { $0.extensions[0] }.joined(separator: " ") }

  /// Whether an installed demuxer reads such files; otherwise a result could not be checked.
  var isReadable: Bool {
    guard let muxer = installedMuxer else { return true }
    let caps = muxer.libavFormat.flatMap { Self.libavFiles[$0] }.flatMap { try? Caps($0) }
    return ElementFactory.demuxers().lazy.map(\.sinkCaps).contains {
      !$0.isAny && $0.canIntersect(caps ?? muxer.sourceCaps)
    }
  }

  /// The caps of files for which gst-libav has caps of its own.
  private static let libavFiles = [
    "dvd": "video/mpeg, systemstream=true", "f4v": "video/quicktime", "ismv": "video/quicktime",
    "mpjpeg": "multipart/x-mixed-replace", "mxf_opatom": "application/mxf",
    "svcd": "video/mpeg, systemstream=true", "vcd": "video/mpeg, systemstream=true",
  ]
}

extension Codec {
  /// Whether its usual encoder loses the times of frames.
  fileprivate var losesTimes: Bool { installedEncoder()?.losesTimes ?? false }
}

extension Caps {
  /// The part of the media type before the slash, such as "video".
  fileprivate var mediaKind: String { String(name.prefix { $0 != "/" }) }

  /// Whether they are of no file, but of a network stream, of nothing or of anything.
  fileprivate var isNoFile: Bool { isAny || isEmpty || name == "application/x-rtp" }
}

extension ElementFactory {
  /// Whether it is a part of gst-libav, which wraps ffmpeg's muxers.
  var isOfLibav: Bool { name.hasPrefix("avmux_") }

  /// The name of ffmpeg's format, which often is the extension of its files; nil for other muxers.
  fileprivate var libavFormat: String? { isOfLibav ? String(name.dropFirst("avmux_".count)) : nil }

  /// Whether it writes encoded audio or video into a file, rather than a header or a network stream.
  fileprivate var writesFiles: Bool {
    isMuxer && Container.faultyMuxers[name] == nil
      && !padTemplates.filter(\.isSink).allSatisfy(\.caps.isAny) && !sourceCaps.isNoFile
  }

  private var isMuxer: Bool {
    let kinds = classification.split(separator: "/")
    return kinds.contains("Muxer") && !kinds.contains("Bin") && !kinds.contains("Sink")
  }

  /// The reason why it writes no files, and what to do.
  fileprivate var reasonAgainstFiles: String {
    if let fault = Container.faultyMuxers[name] { return fault }
    guard isMuxer else { return "it is no muxer, but \(classification)" }
    return sourceCaps.isNoFile
      ? "it makes \(sourceCaps), which is no file"
      : "its pads do not state which codecs they take"
  }
}
