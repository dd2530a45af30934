// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

extension TrackReader {
  /// The input of a reader: one stream of a file, or the part of it between two source times.
  struct Source: Sendable {
    /// The URI for GStreamer, and whether the file must be read in push mode.
    let uri: String, isPushed: Bool
    /// Whether positions are the source's own times, whatever their segment is.
    var countsFromZero = false
    /// Whether a frame with a time not after the preceding frame's is moved to follow it.
    var countsPictures = false
    /// The encoder delay by which audio is moved earlier; nil if there is none or the demuxer applies it.
    var codecDelay: ClockTime?
    /// The shift of the first times where the clock jumps and is repaired; nil without jumps.
    var clockShift: StreamTime?
    /// The element that splits buffers into encoded packets; nil if they are single packets.
    var framer: String?
    /// The caps of encoded packets; nil for the form that the container's parser gives.
    var framedCaps: String?
    /// Whether the part is reached by reading all that precedes it, without a seek.
    var isChained = false
    /// The program of an MPEG transport stream that the stream belongs to; nil where there is one.
    var program: Int?
    /// GStreamer's stream identifier.
    let streamID: String
    /// The identifiers of the streams that follow; nil for the first of its kind in each chain link.
    var links: [String]?
    /// The patches of the file's bytes.
    let patches: [BytePatch]
    /// Whether AAC lists its channels in a form that GStreamer's parser does not read.
    var listsChannels = false
    /// The end of the stream, if its demuxer assumes a later one.
    var stop: ClockTime?
    /// The fields that correct the caps of its samples; nil for none.
    var capsFields: [String: String]?
    /// The container's colorimetry, if its demuxer ignores it; nil if not.
    var containerColors: Colorimetry?
    /// The part to read; nil for the start or end of the stream.
    var start: ClockTime?, end: ClockTime?
    /// The start of the presentation, in source time.
    var beginning: StreamTime = 0
    /// The start of the part, and the container's largest rounding error of video frames' times.
    var partStart: ClockTime?, rounding: StreamTime = 0
    /// Whether a frame near the start is sufficient: the key frame before it.
    var isRough = false
    /// The conversion of video frames to the form of another source's; nil for none.
    var fit: FrameFit?
  }
}

extension TrackReader.Source {
  /// The segments, clipped to the part.
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

  /// Creates the input for a stream that a probe has found, in the selected part of the file.
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
      containerColors: file.containerColors(of: id),
      start: file.start,
      end: file.end,
      beginning: file.beginning
    )
  }
}
