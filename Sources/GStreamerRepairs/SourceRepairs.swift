// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import MediaFiles
internal import Synchronization

/// The repairs for elements that read a source, applied as the elements are added.
public struct SourceRepairs: Sendable {
  private let isPushed: Bool, isWhole: Bool
  private let stop: @Sendable (String) -> ClockTime?
  private let containerColors: @Sendable (String) -> Colorimetry?
  private let isMatroska = Flag(), isOgg = Flag()

  /// Creates the repairs for one pipeline.
  ///
  /// `isPushed`: whether the file is read in push mode; a transport stream then uses packet
  /// timestamps alone.
  /// `isWhole`: whether the file is read from its start, without a seek. A stream of MPEG packs
  /// starts with one of its tracks, and earlier packets of others would be cut off. After a seek
  /// the cut is intended.
  /// `stop`: returns, for the stream ID of an MP4 track, the stream time of its end if the demuxer
  /// would continue; the latest time if it would end too early; else nil.
  /// `containerColors`: returns, for a stream ID, the colorimetry that the container states; nil if it
  /// states none.
  public init(
    isPushed: Bool = false,
    isWhole: Bool = false,
    stop: @escaping @Sendable (String) -> ClockTime? = { _ in nil },
    containerColors: @escaping @Sendable (String) -> Colorimetry? = { _ in nil }
  ) {
    (self.isPushed, self.isWhole) = (isPushed, isWhole)
    (self.stop, self.containerColors) = (stop, containerColors)
  }

  /// Applies the repairs for an element, if there are any; must be called before it runs.
  @Sendable public func mend(_ element: Element) {
    let (source, sink) = (try? element.pad("src"), try? element.pad("sink"))
    switch element.factoryName {
    case "tsdemux", "mpegpsdemux":
      if isWhole, Repair.packStart.isNeeded { element.onPad { $0.beginSegmentsWithPackets() } }
      if isPushed { try? element.timeByPackets() }
    case "qtdemux":
      let stop = stop
      element.onPad { pad in
        if Repair.statedColors.isNeeded { pad.tellStatedColors() }
        setStatedColors(of: pad)
        if let end = pad.streamID.flatMap(stop) {
          let isOpen = end == ClockTime(clamping: Int64.max)
          pad.changeSegments { isOpen ? $0.ending(at: nil) : $0.ending(atStreamTime: end) }
        }
      }
    case "alphacombine" where Repair.lastAlpha.isNeeded: try? element.keepLastAlpha()
    case "avidemux":
      element.onPad { pad in
        if Repair.aviAspect.isNeeded { pad.correctNegativeAspect() }
        setStatedColors(of: pad)
      }
    case "matroskademux":
      isMatroska.value.store(true, ordering: .relaxed)
      element.onPad { pad in
        if Repair.statedColors.isNeeded { pad.tellStatedColors() }
        setStatedColors(of: pad)
      }
    case "oggdemux":
      isOgg.value.store(true, ordering: .relaxed)
      if Repair.vp8Keys.isNeeded { element.onPad { $0.tellVP8Keys() } }
    case "vp9dec":
      guard let source, let sink else { return }
      if Repair.vp9RGB.isNeeded { source.orderRGBPlanes() }
      if Repair.vp9Colors.isNeeded { source.takeColors(from: sink) { SequenceColors(vp9: $0) } }
    case "av1dec", "dav1ddec", "avdec_av1":
      guard Repair.statedColors.isNeeded, let source, let sink else { return }
      source.takeColors(from: sink) { SequenceColors(av1Stream: $0) }
    case "theoradec" where Repair.theoraColors.isNeeded:
      if let source, let sink { source.keepColors(of: sink) }
    case "vp8dec", "avdec_vp8":
      // Limited range, and the only matrix of VP8 (RFC 6386, section 9.2), which its decoders leave
      // unset.
      source?.changeCaps { caps in
        guard !caps.has("colorimetry") else { return caps }
        return (try? caps.setting(["colorimetry": "(string)2:4:0:0"])) ?? caps
      }
    case "flacdec" where Repair.changedFLAC.isNeeded: sink?.keepStreamHeader()
    case "h264parse", "h265parse":
      if let source, let sink { source.keepFirstPacket(of: sink) }
    case "dcaparse" where Repair.dtsTimes.isNeeded: sink?.keepDVDTimes()
    case "opusdec":
      if isOgg.value.load(ordering: .relaxed), Repair.opusSkip.isNeeded { sink?.skipOpusDelay() }
      if Repair.opusRate.isNeeded { sink?.decodeWholeBand() }
    case "mpegaudioparse" where Repair.infoFrame.isNeeded: source?.dropInfoFrames()
    case "mpegvideoparse":
      if Repair.mpegRate.isNeeded { sink?.tellFrameRate() }
      if isMatroska.value.load(ordering: .relaxed), Repair.mpegShape.isNeeded, let source, let sink
      {
        source.keepPixelShape(of: sink)
      }
    case let name where name.hasPrefix("avdemux_") && Repair.endlessPull.isNeeded:
      sink?.failAtEnd()
    case let name where name.hasPrefix("avdec_"):
      guard let source, let sink else { return }
      if isMatroska.value.load(ordering: .relaxed), Repair.decodeTimes.isNeeded {
        source.takeDecodeTimes(from: sink)
      }
      if name == "avdec_aac", Repair.aacTimes.isNeeded { source.alignTimes(with: sink) }
      if name == "avdec_h264", Repair.openGroups.isNeeded { sink.beginFrameNumbers() }
    default: break
    }
  }

  private func setStatedColors(of pad: Pad) {
    guard Repair.containerColors.isNeeded else { return }
    pad.setStatedColors(pad.streamID.flatMap(containerColors))
  }

  private final class Flag: Sendable { let value = Atomic<Bool>(false) }
}
