// SPDX-License-Identifier: MPL-2.0

internal import Dispatch
internal import GStreamer
internal import MediaFiles
internal import RetimeSystem
internal import Synchronization

/// The union of several files with a track or more each, as one Matroska file.
///
/// Streams of demultiplexed HLS, of DASH and of RTSP have a file each, with times that count from
/// the same moment.
final class JoinedRecording: Sendable {
  private let reception: Reception
  private let mailbox = Mailbox<Message>()
  private let pipeline: Pipeline
  private let muxer: Element
  private let state: Mutex<State>
  /// The streaming threads of the files that wait until the streams of all files are known.
  private let gate: Gate

  private struct State {
    /// The number of files whose streams are not known yet.
    var unknown: Int
    var pads: [Pad] = []
  }

  /// Returns the union of `files`; the only one as it is.
  ///
  /// Blocks.
  static func file(
    _ files: [ScratchFile],
    _ reception: Reception
  ) throws(RetimeError) -> ScratchFile {
    guard files.count != 1 else { return files[0] }
    let union = try SpooledInput.scratch(for: reception.name)
    let recording = try reception.reading { () throws(GStreamerError) in
      try JoinedRecording(files, into: union, reception)
    }
    try recording.run()
    return union
  }

  private init(
    _ files: [ScratchFile],
    into union: ScratchFile,
    _ reception: Reception
  ) throws(GStreamerError) {
    self.reception = reception
    state = Mutex(State(unknown: files.count))
    gate = Gate(count: files.count)
    let mailbox = mailbox
    pipeline = try Pipeline { mailbox.post($0) }
    muxer = try Element.make("matroskamux")
    let sink = try Element.make("filesink", ["location": union.path])
    try pipeline.add(chain: [muxer, sink])
    for (file, delay) in zip(files, Self.delays(files)) {
      let isMatroska = (try? RandomAccessFile(file.path)).flatMap(MatroskaHeader.init) != nil
      let source = try Element.make("filesrc", ["location": file.path])
      let parser = try DecodeBin(exposingPackets: { [unowned self] pad in
        // A demuxer of Matroska begins at the first frame, whenever that is.
        if isMatroska { pad.changeSegments(\.onOwnTimes) }
        pad.setOffset(nanoseconds: delay)
        state.withLock { $0.pads.append(pad) }
      })
      try pipeline.add(chain: [source, parser])
      parser.onLastPad { [unowned self] in complete() }
    }
  }

  /// Returns the time in nanoseconds by which each file begins after the first one.
  ///
  /// GStreamer times transport streams from their own first frame.
  private static func delays(_ files: [ScratchFile]) -> [Int64] {
    let starts = files.map {
      (try? RandomAccessFile($0.path)).flatMap { TransportClock($0).earliest }
    }
    let least = starts.compactMap(\.self).min() ?? 0
    return starts.map { $0.map { ($0 - least) * 100_000 / 9 } ?? 0 }
  }

  private func run() throws(RetimeError) {
    defer {
      gate.open()
      pipeline.stop()
    }
    pipeline.play()
    while true {
      switch try reception.next(mailbox) {
      case .endOfStream: return
      case .error(let error): throw RetimeError(error, side: .input, name: reception.name)
      default: break
      }
    }
  }

  /// Reports that the streams of a file are known, and waits for those of the others.
  ///
  /// A muxer takes no stream any more once it has written its header.
  private func complete() {
    let pads: [Pad]? = state.withLock { state in
      state.unknown -= 1
      return state.unknown == 0 ? state.pads : nil
    }
    guard let pads else { return gate.wait() }
    for pad in pads {
      do throws(GStreamerError) {
        try link(pad)
      } catch {
        mailbox.post(.error(error))
      }
    }
    gate.open()
  }

  private func link(_ pad: Pad) throws(GStreamerError) {
    let caps = pad.currentCaps ?? pad.possibleCaps
    let reception = reception
    pad.observeBuffers { _, _ in
      reception.receive(byteCount: 0)
      return true
    }
    try pipeline.copy(pad, caps, to: muxer)
  }
}

extension Pipeline {
  /// Adds a queue, and the parser that muxers need, between a pad of encoded data and a muxer.
  ///
  /// The muxer is in the pipeline. The elements are started.
  func copy(_ pad: Pad, _ caps: Caps, to muxer: Element) throws(GStreamerError) {
    let queue = try Element.make("queue", ["max-size-time": "0", "max-size-buffers": "0"])
    var chain = [queue]
    if let codec = Codec.matching(caps), let parser = codec.copyParser ?? codec.parser {
      chain.append(try Element.make(parser))
    }
    try add(chain: chain)
    try chain[chain.count - 1].pad("src").link(to: muxer.sinkPad(taking: caps))
    try pad.link(to: queue.pad("sink"))
    for element in chain.reversed() { element.start() }
  }
}

/// A gate at which threads wait until it opens for all of them.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let count: Int

  init(count: Int) { self.count = count }

  func wait() { semaphore.wait() }

  func open() { for _ in 0..<count { semaphore.signal() } }
}
