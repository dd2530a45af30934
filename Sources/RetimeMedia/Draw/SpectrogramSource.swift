// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// The audio track of a spectrogram, and the form in which it is read.
struct SpectrogramSource: Sendable {
  /// The source file.
  let reference: SourceReference
  let reading: TrackReader.Source
  /// The longest gap between timestamps that is not a discontinuity, in nanoseconds.
  let longestPause: Int64
  /// The caps of samples for the analysis: the source's own rate and channels.
  let caps: Caps
  let format: SampleFormat
  /// The fields of `caps`.
  let sound: AudioCaps
  /// The media type of the track in the file.
  let codec: String?
  /// The number of seconds to read, as far as the container states it; 0 for unknown.
  let duration: Double

  /// Opens the input and finds its first audio track.
  init(_ request: SpectrogramRequest, _ cancellation: Cancellation) throws(RetimeError) {
    let spool = try SpooledInput(
      request.input,
      stallTimeout: .seconds(request.stallTimeout),
      cancellation
    )
    var source = try SourceReference(request.input, spool)
    try source.trim(
      from: request.start,
      to: request.end,
      stallTimeout: .seconds(request.stallTimeout),
      cancellation
    )
    try self.init(request, source, cancellation)
  }

  /// Opens a source and finds the first audio track in `tracks`.
  init(
    _ request: SpectrogramRequest,
    _ source: SourceReference,
    tracks: TrackChoice = .all,
    _ cancellation: Cancellation
  ) throws(RetimeError) {
    let scanner = try Scanner.opened(
      source,
      stallTimeout: .seconds(request.stallTimeout),
      cancellation: cancellation
    )
    defer { scanner.close() }
    let scan = scanner.result()
    let info = scan.info
    guard let track = info.tracks.first(where: { $0.audio != nil && tracks.takes($0.index) }),
      let audio = track.audio
    else {
      if let missing = scan.missing.first(where: { $0.caps?.name.hasPrefix("audio/") ?? false }) {
        throw .missingDecoder(missing, in: request.input)
      }
      if case .track(let index) = tracks {
        throw RetimeError(
          .usage,
          "'\(request.input)' has no sound track \(index): give its number in retime info"
        )
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
    do throws(GStreamerError) {
      let mask = audio.channels < 2 ? nil : audio.channelMask
      caps = try Caps(
        AudioCaps.text(
          format.rawValue,
          rate: audio.sampleRate,
          channels: audio.channels,
          mask: mask
        )
      )
      guard let numbers = AudioCaps(caps) else { throw .missing(stream: track.streamID) }
      sound = numbers
    } catch {
      throw RetimeError(error, side: .input, name: request.input)
    }
    longestPause = source.longestPause(in: scan.container)
    reading = TrackReader.Source(source, stream: track.streamID, in: scan)
    codec = (scan.encoded[track.streamID] ?? scan.first[track.streamID])?.name
    let whole = track.duration ?? info.duration ?? 0
    let end = request.end.map { min($0.seconds, whole) } ?? whole
    duration = max(0, end - (request.start?.seconds ?? 0))
  }
}
