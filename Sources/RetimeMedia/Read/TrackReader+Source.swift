// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

extension TrackReader {
  /// What to read: one stream of a file, or the part of it between two times of the source.
  struct Source: Sendable {
    /// The address that GStreamer reads, and whether it must be pushed instead of pulled.
    let uri: String, isPushed: Bool
    /// Whether positions are the source's own times, whatever their segment says.
    var countsFromZero = false
    /// Whether a picture that is not later than the one before it is the next one.
    var countsPictures = false
    /// The encoder's delay, by which sound is to be heard earlier; nil where the demuxer knows, or there is none.
    var codecDelay: ClockTime?
    /// What is added to the first times where the clock jumps and is repaired; nil where it does not.
    var clockShift: StreamTime?
    /// What encoded packets go through first; nil where they are whole.
    var framer: String?
    /// Whether the part is found by reading all that comes before it, without a seek.
    var isChained = false
    /// The program of an MPEG transport stream that the stream belongs to; nil where there is one.
    var program: Int?
    /// GStreamer's identifier of the stream.
    let streamID: String
    /// Those of the streams that follow it; nil for the first of its kind each time.
    var links: [String]?
    /// Bytes to put in place of the file's own.
    let patches: [BytePatch]
    /// Whether AAC names its channels in a way that GStreamer's parser does not read.
    var listsChannels = false
    /// Where the stream ends, if its demuxer is told of a later end.
    var stop: ClockTime?
    /// The fields that the caps of its samples must have instead of GStreamer's; nil for none.
    var capsFields: [String: String]?
    /// The part to read; nil for its begin or end.
    var start: ClockTime?, end: ClockTime?
    /// The beginning of the part, and the error by which the container may have rounded the times of video frames.
    var partStart: ClockTime?, rounding: StreamTime = 0
    /// Whether a picture near the start will do: the key frame before it.
    var isRough = false
  }
}

extension TrackReader.Source {
  /// The segments of what is read.
  var segments: PartSegments {
    PartSegments(
      countsFromZero: countsFromZero,
      codecDelay: codecDelay,
      start: isChained ? start : nil,
      end: end,
      begin: partStart,
      rounding: rounding
    )
  }

  /// A stream that a scan has found, in the part of the file that is wanted.
  init(_ file: SourceReference, stream id: String, in scan: ScanResult) {
    self.init(
      uri: file.uri,
      isPushed: file.isPushed,
      countsFromZero: ContainerTiming.countsFromZero(scan.container),
      codecDelay: file.codecDelay(of: id).map(ClockTime.init),
      isChained: file.isChained,
      program: scan.programs[id],
      streamID: id,
      patches: file.patches(for: id),
      listsChannels: file.listsChannels,
      capsFields: file.capsFields(of: id, encoded: scan.encoded[id] ?? scan.first[id]),
      start: file.start,
      end: file.end
    )
  }
}
