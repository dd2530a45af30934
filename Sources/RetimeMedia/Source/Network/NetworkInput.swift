// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore
internal import RetimeSystem

/// An input at a network address, received into a scratch file.
struct NetworkInput {
  /// The file; nil if there was not enough patience, or the address is to be read directly.
  private(set) var file: ScratchFile?
  /// The parts of the stream that are not received, as text.
  private(set) var unread: [String] = []

  /// Receives the input.
  ///
  /// Blocks. `patience`: the time after which a file is given up, and whether streams at web
  /// addresses are read directly; nil to receive all.
  init(_ reception: Reception, patience: Duration?) throws(RetimeError) {
    let address = reception.name
    switch URI.scheme(address) {
    case "http", "https": try receiveResource(reception, patience)
    case let scheme? where scheme.hasPrefix("rtsp"):
      try record(.packets, try Self.source(address, reception), isLive: true, reception)
    default: try record(.container, try Self.source(address, reception), isLive: true, reception)
    }
  }

  /// Copies the segments of a playlist in a file to a scratch file; nil for a file of another kind.
  ///
  /// Blocks.
  init?(playlist path: String, _ reception: Reception) throws(RetimeError) {
    guard ["m3u8", "m3u"].contains(MediaName.suffix(of: path)),
      case .hls(let playlist) = StreamList(path), let address = try? FileAddress.uri(path)
    else { return nil }
    try receiveSegments(playlist, at: address, reception)
  }

  private mutating func receiveSegments(
    _ playlist: HLSPlaylist,
    at address: String,
    _ reception: Reception
  ) throws(RetimeError) {
    var stream = try HLSDownload(playlist, at: address, reception)
    let files = try reception.receiving(isLive: stream.isLive) { () throws(RetimeError) in
      try stream.files()
    }
    unread = stream.unread
    try join(files, reception)
  }

  private mutating func receiveResource(
    _ reception: Reception,
    _ patience: Duration?
  ) throws(RetimeError) {
    let resource = try SpooledInput.scratch(for: reception.name)
    let download = Download(address: reception.name, patience: patience)
    switch try download.append(to: resource, reception) {
    case .tooSlow: return
    case .endless:
      guard patience == nil else { return }
      try record(.container, try Self.web(reception.name, reception), isLive: true, reception)
    case .complete(let address):
      guard let list = StreamList(resource.path) else { return file = resource }
      guard patience == nil else { return }
      switch list {
      case .hls(let playlist): try receiveSegments(playlist, at: address, reception)
      case .dash(let isLive): try record("dashdemux", address, isLive: isLive, reception)
      case .smoothStreaming: try record("mssdemux", address, isLive: false, reception)
      }
    }
  }

  private mutating func record(
    _ demuxer: String,
    _ address: String,
    isLive: Bool,
    _ reception: Reception
  ) throws(RetimeError) {
    // A demuxer does not request a segment again where a server does not support ranges.
    var attempts = isLive ? 1 : 3
    while true {
      do throws(RetimeError) {
        let source = try Self.web(address, reception)
        return try record(.containers(demuxer: demuxer), source, isLive: isLive, reception)
      } catch {
        attempts -= 1
        guard attempts > 0, error.kind == .inputOutput || error.kind == .cannotOpen else {
          throw error
        }
      }
    }
  }

  private mutating func record(
    _ form: Recording.Form,
    _ source: Element,
    isLive: Bool,
    _ reception: Reception
  ) throws(RetimeError) {
    let (files, isStopped) = try Recording(source, form, reception).run(isLive: isLive)
    if isStopped {
      unread.append("what follows after a pause in which nothing arrived")
    }
    try join(files, reception)
  }

  private mutating func join(
    _ files: [ScratchFile],
    _ reception: Reception
  ) throws(RetimeError) {
    guard !files.isEmpty else {
      throw RetimeError(.badInput, "'\(reception.name)' ended before any media arrived")
    }
    file = try JoinedRecording.file(files, reception)
  }

  // MARK: - Sources

  private static func web(
    _ address: String,
    _ reception: Reception
  ) throws(RetimeError) -> Element {
    try reception.reading { () throws(GStreamerError) in try WebSource(address) }
  }

  private static func source(
    _ address: String,
    _ reception: Reception
  ) throws(RetimeError) -> Element {
    guard let source = Element.source(address) else {
      let scheme = URI.scheme(address) ?? ""
      throw RetimeError(
        .missingCodec,
        "'\(address)': no installed element reads \(scheme) addresses"
      )
    }
    guard source.isMade(by: "rtspsrc") else { return source }
    // Packets over TCP are never lost; the scheme rtspu asks for UDP.
    if URI.scheme(address) != "rtspu" { try? source.set("protocols", to: "tcp") }
    // Otherwise times follow the clock of this machine.
    try? source.set("buffer-mode", to: "none")
    return source
  }
}
