// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// The sound track that a spectrogram shows, and how it is read.
struct SpectrogramSource: Sendable {
  /// What to read.
  let reference: SourceReference
  let reading: TrackReader.Source
  /// How far the clock may go forward at once, in nanoseconds.
  let longestPause: Int64
  /// How samples reach the analysis: the source's own rate and channels.
  let caps: Caps
  let format: SampleFormat
  /// The same caps as numbers.
  let sound: AudioCaps
  /// The seconds that will be read, as far as the container knows; 0 for unknown.
  let duration: Double

  /// Opens the input and finds its first sound track.
  init(_ request: SpectrogramRequest, _ job: WatchedJob) throws(RetimeError) {
    try Retime.initialize(request.input, job)
    let spool = try SpooledInput(
      request.input,
      stallTimeout: .seconds(request.stallTimeout),
      job.cancellation
    )
    var source = try SourceReference(request.input, spool)
    source.start = request.start.map { ClockTime(clamping: $0.nanoseconds) }
    source.end = request.end.map { ClockTime(clamping: $0.nanoseconds) }
    let scanner = try Scanner.opened(
      source,
      stallTimeout: .seconds(request.stallTimeout),
      cancellation: job.cancellation
    )
    defer { scanner.close() }
    let scan = scanner.result()
    let info = scan.info
    guard let track = info.tracks.first(where: { $0.audio != nil }), let audio = track.audio else {
      let isSound = { (missing: Scanner.MissingDecoder) in missing.caps?.name.hasPrefix("audio/") }
      if let missing = scan.missing.first(where: { isSound($0) ?? false }) {
        throw .missingDecoder(missing, in: request.input)
      }
      throw RetimeError(.badInput, "'\(request.input)' has no sound")
    }
    if case .one(let channel) = request.channels, channel >= audio.channels {
      throw RetimeError(
        .usage,
        "there is no channel \(channel): '\(request.input)' has \(audio.channels), counted from 0"
      )
    }
    reference = source
    format = SampleFormat(holding: audio.format)
    let mask = String(audio.channelMask, radix: 16)
    do throws(GStreamerError) {
      let described = try Caps(
        "audio/x-raw, format=(string)\(format.rawValue), layout=(string)interleaved, "
          + "rate=(int)\(audio.sampleRate), channels=(int)\(audio.channels)"
          + (audio.channels < 2 ? "" : ", channel-mask=(bitmask)0x\(mask)")
      )
      guard let numbers = AudioCaps(described) else { throw .missing(stream: track.streamID) }
      (caps, sound) = (described, numbers)
    } catch {
      throw RetimeError(error, side: .input, name: request.input)
    }
    longestPause = source.longestPause(in: scan.container)
    reading = TrackReader.Source(
      uri: source.uri,
      isPushed: source.isPushed,
      isChained: source.isChained,
      program: scan.programs[track.streamID],
      streamID: track.streamID,
      patches: source.patches(for: track.streamID),
      capsFields: source.capsFields(of: track.streamID, encoded: scan.encoded[track.streamID]),
      start: source.start,
      end: source.end
    )
    let whole = track.duration ?? info.duration ?? 0
    let end = request.end.map { min($0.seconds, whole) } ?? whole
    duration = max(0, end - (request.start?.seconds ?? 0))
  }
}
