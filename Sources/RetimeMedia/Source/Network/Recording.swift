// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

/// The recording of a stream that GStreamer receives, into a scratch file for each of its parts.
///
/// Bytes of a container are recorded as they are. Streams without a container, as of RTSP, are
/// recorded in Matroska, with their running times.
final class Recording: Sendable {
  /// The form in which a source delivers its data.
  enum Form: Sendable {
    /// One container, at the source's own pad.
    case container
    /// Containers at pads that the element adds, as demuxers of manifests do.
    case containers(demuxer: String)
    /// Packets of RTP at pads that the element adds.
    case packets
  }

  private let form: Form
  private let reception: Reception
  private let mailbox = Mailbox<Message>()
  private let pipeline: Pipeline
  private let files = Mutex<[ScratchFile]>([])
  private let timeWatch = Mutex<TimeWatch?>(nil)
  private let streamCount = Atomic(0)

  /// Creates a recording from a source, which nothing else uses.
  init(_ source: Element, _ form: Form, _ reception: Reception) throws(RetimeError) {
    (self.form, self.reception) = (form, reception)
    let mailbox = mailbox
    pipeline = try reception.reading { () throws(GStreamerError) in
      try Pipeline { mailbox.post($0) }
    }
    try reception.reading { () throws(GStreamerError) in
      switch form {
      case .container: try recordContainer(of: source)
      case .containers(let demuxer):
        let demuxer = try Element.make(demuxer)
        try pipeline.add(chain: [source, demuxer])
        demuxer.onPad { [unowned self] pad in
          attempt { () throws(GStreamerError) in try recordContainer(at: pad) }
        }
      case .packets:
        try pipeline.add(source)
        source.onPad { [unowned self] pad in
          attempt { () throws(GStreamerError) in try recordPackets(at: pad) }
        }
      }
    }
  }

  /// Records until the stream, the limit or the user ends it.
  ///
  /// Blocks. `isLive`: whether the user may end it.
  ///
  /// - Returns: the files, and whether the stream stopped without an end.
  func run(isLive: Bool) throws(RetimeError) -> (files: [ScratchFile], isStopped: Bool) {
    let isStopped = try reception.receiving(isLive: isLive) { () throws(RetimeError) in
      try receive()
    }
    return (files.withLock { $0.filter { $0.byteCount > 0 } }, isStopped)
  }

  private func stop() {
    // The recording may wait for the watch.
    timeWatch.withLock(\.self)?.stop()
    pipeline.stop()
  }

  /// Receives all data; returns whether the stream stopped without an end.
  private func receive() throws(RetimeError) -> Bool {
    defer { stop() }
    pipeline.play()
    while true {
      let message: Message?
      do throws(RetimeError) {
        message = try reception.next(mailbox)
      } catch  where error.kind == .badInput && reception.hasBegun {
        return true
      }
      switch message {
      case .endOfStream: return false
      case .error(let error):
        throw RetimeError(
          error,
          receiving: reception.name,
          hasBegun: reception.hasBegun,
          reception.name
        )
      default: break
      }
      guard reception.isEnded || reception.isEnough else { continue }
      if case .packets = form { try finish() }
      return false
    }
  }

  /// Ends the streams, so that muxers complete their files.
  private func finish() throws(RetimeError) {
    pipeline.endStream()
    let end = ContinuousClock.now + .seconds(3)
    while ContinuousClock.now < end {
      switch try reception.next(mailbox) {
      case .endOfStream, .error: return
      default: break
      }
    }
  }

  // MARK: - Pads

  private func attempt(_ body: () throws(GStreamerError) -> Void) {
    do throws(GStreamerError) {
      try body()
    } catch {
      mailbox.post(.error(error))
    }
  }

  private func makeSink() throws(GStreamerError) -> Element {
    let file = try ScratchFile.ofPipeline()
    files.withLock { $0.append(file) }
    let sink = try Element.make(
      "filesink",
      ["location": file.path, "buffer-mode": "unbuffered", "async": "false"]
    )
    let reception = reception
    try sink.pad("sink").observeBuffers { buffer, _ in
      reception.receive(byteCount: buffer.byteCount)
      return true
    }
    return sink
  }

  private func recordContainer(of source: Element) throws(GStreamerError) {
    let sink = try makeSink()
    try pipeline.add(chain: [source, sink])
    guard reception.limit != nil else { return }
    let watch = try TimeWatch(reception, mailbox)
    timeWatch.withLock { $0 = watch }
    try watch.follow(sink.pad("sink"))
  }

  private func recordContainer(at pad: Pad) throws(GStreamerError) {
    let sink = try makeSink()
    try pipeline.add(sink)
    reception.watch(pad, stream: streamCount.add(1, ordering: .relaxed).newValue)
    try pad.link(to: sink.pad("sink"))
    sink.start()
  }

  private func recordPackets(at pad: Pad) throws(GStreamerError) {
    let kind = (pad.currentCaps ?? pad.possibleCaps).string("media")
    guard kind == "video" || kind == "audio" else { return pad.dropBuffers() }
    let parser = try DecodeBin(exposingPackets: { [unowned self] pad in
      attempt { () throws(GStreamerError) in try mux(pad) }
    })
    try pipeline.add(parser)
    try pad.link(to: parser.pad("sink"))
    parser.start()
  }

  private func mux(_ pad: Pad) throws(GStreamerError) {
    guard let caps = pad.currentCaps, let muxer = try? Element.make("matroskamux"),
      StreamKind(caps) != .text
    else { return pad.dropBuffers() }
    let sink = try makeSink()
    reception.watch(pad, stream: streamCount.add(1, ordering: .relaxed).newValue)
    try pipeline.add(chain: [muxer, sink])
    for element in [sink, muxer] { element.start() }
    try pipeline.copy(pad, caps, to: muxer)
  }
}

extension ScratchFile {
  /// Creates a file for a sink of a pipeline, with an error as that of a sink that cannot write.
  fileprivate static func ofPipeline() throws(GStreamerError) -> ScratchFile {
    do throws(SystemError) {
      return try ScratchFile()
    } catch {
      var failure = GStreamerError("nothing can be kept in \(folder): \(error)")
      // GST_RESOURCE_ERROR_WRITE.
      (failure.domain, failure.code) = ("gst-resource-error-quark", 10)
      throw failure
    }
  }
}
