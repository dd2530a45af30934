// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The element `retime`, which changes the time of any number of audio, video and subtitle streams at one running time.
enum RetimeBin {
  /// The properties that its filters have and it does not.
  private static let hidden: Set<String> = ["group", "source-frames"]

  /// The description for the registry.
  static let bin = FilterBin(
    name: "retime",
    typeName: "RetimeBin",
    longName: "Retimer",
    classification: "Filter/Effect/Audio/Video",
    summary:
      "Changes the duration of audio, video and subtitles together, at one running time on all pads",
    groupProperty: "group",
    filters: [
      FilterBin.Filter(AudioRetime.self, media: "audio", without: hidden),
      FilterBin.Filter(VideoRetime.self, media: "video", without: hidden),
      FilterBin.Filter(TextRetime.self, media: "text", without: hidden),
    ]
  )
}
