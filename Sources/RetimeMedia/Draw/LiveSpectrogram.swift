// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import RetimeCore
internal import RetimeElements
internal import RetimeSystem
internal import Synchronization

/// The pipeline of a live spectrogram: a source, the spectrogram element and a sink.
struct LiveSpectrogram {
  enum Event: Sendable { case failed(RetimeError), linked, ended }

  /// The time that a sink may take to finish its file.
  static let patience = Duration.seconds(10)

  let request: LiveSpectrogramRequest

  init(_ request: LiveSpectrogramRequest) { self.request = request }

  /// Builds the pipeline, starts it, and returns it with the bin of its source if that is a file.
  func start(_ onEvent: @escaping @Sendable (Event) -> Void) throws(RetimeError)
    -> (pipeline: Pipeline, file: URIDecodeBin?)
  {
    let fail: @Sendable (GStreamerError) -> Void = { [request] in
      onEvent(.failed(Self.error($0, request)))
    }
    let sink = try sink()
    do throws(GStreamerError) {
      let pipeline = try Pipeline { message in
        switch message {
        case .error(let error): fail(error)
        case .endOfStream: onEvent(.ended)
        default: break
        }
      }
      registerElements()
      let chain: [Element] = [
        try .make("audioconvert"), try .make("audioresample"),
        try .make(
          "dctspectrogram",
          [
            "size": "\(request.shape.size)", "hop": "\(request.shape.hop)",
            "columns": "\(request.columns)", "colors": request.colors.rawValue,
          ]
        ),
        // A sink that waits for a frame's time must not block the reading of a device.
        try .make("queue", ["max-size-buffers": "8", "max-size-bytes": "0", "max-size-time": "0"]),
        try .make("videoconvert"), sink,
      ]
      try pipeline.add(chain: chain)
      let file = try addSource(to: pipeline, before: chain[0], fail) { onEvent(.linked) }
      pipeline.play()
      return (pipeline, file)
    } catch {
      throw Self.error(error, request)
    }
  }

  /// Creates the sink.
  private func sink() throws(RetimeError) -> Element {
    // Without a display, autovideosink tries every sink, and some of them crash.
    guard request.sink != nil || Environment.hasDisplay else {
      throw RetimeError(.cannotCreate, "there is no display for a window: say with --sink where to")
    }
    let description = request.sink ?? "autovideosink"
    do throws(GStreamerError) {
      try GStreamer.initialize()
      return try Element.parse(description)
    } catch {
      guard error.category != .missingPlugin else {
        throw RetimeError(error, side: .output, name: description)
      }
      throw RetimeError(.usage, "--sink '\(description)' is no sink: \(error.message)")
    }
  }

  /// Adds the audio source, and returns its bin if it is a file.
  ///
  /// A file's audio is linked when it is found.
  private func addSource(
    to pipeline: Pipeline,
    before next: Element,
    _ fail: @escaping @Sendable (GStreamerError) -> Void,
    onLink: @escaping @Sendable () -> Void
  ) throws(GStreamerError) -> URIDecodeBin? {
    guard let source = request.source else {
      try link(.make("autoaudiosrc"), pipeline, next)
      return nil
    }
    for (prefix, factory) in [("pulse:", "pulsesrc"), ("alsa:", "alsasrc")]
    where source.hasPrefix(prefix) {
      let device = String(source.dropFirst(prefix.count))
      try link(.make(factory, ["device": device]), pipeline, next)
      return nil
    }
    let isURI = URI.isValid(source) && source.contains("://")
    let entry = try next.pad("sink")
    let isLinked = Atomic(false)
    let file = try URIDecodeBin(
      uri: isURI ? source : FileAddress.uri(source),
      isPushed: false,
      patches: [],
      onElement: SourceRepairs(isWhole: true).mend,
      select: { candidate in
        guard !candidate.isFaulty() else { return .skip }
        let kind = candidate.classification
        if kind.contains("Subtitle") { return .expose }
        return kind.contains("Decoder") && !kind.contains("Audio") ? .expose : .plug
      },
      onPad: { pad in
        let isSound = pad.currentCaps?.name == "audio/x-raw"
        guard isSound, !isLinked.exchange(true, ordering: .acquiringAndReleasing) else {
          return pad.dropBuffers()
        }
        do throws(GStreamerError) {
          try pad.link(to: entry)
          onLink()
        } catch {
          fail(error)
        }
      },
      onComplete: {
        if !isLinked.exchange(true, ordering: .acquiringAndReleasing) { fail(.noSound) }
      }
    )
    try pipeline.add(file)
    return file
  }

  private func link(
    _ source: Element,
    _ pipeline: Pipeline,
    _ next: Element
  ) throws(GStreamerError) {
    try pipeline.add(source)
    try source.link(to: next)
  }

  /// Returns an error of the output if it comes from the sink, otherwise an error of the input.
  private static func error(_ error: GStreamerError, _ request: LiveSpectrogramRequest)
    -> RetimeError
  {
    let element = error.element ?? ""
    let isOutput =
      !element.contains("demux") && ["sink", "enc", "mux"].contains(where: element.contains)
    return RetimeError(
      error,
      side: isOutput ? .output : .input,
      name: isOutput ? request.sink ?? "the window" : request.source ?? "the usual microphone"
    )
  }
}
