// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeBuffers
internal import RetimeCore

extension VideoRetime {
  /// The values of the properties.
  public struct Settings: TimedSettings {
    var factor = FactorSetting()
    var frames = 1
    var fields = 0
    var flowQuality = 1
    var repeats = 0
    var motionBlur = 0
    var dropsOnly = false
    var skipsToFirst = false

    var map = MapSetting()
    var group = ""
    /// The current counters.
    var counts = FrameCounts()

    /// Whether new frames are made of several; otherwise frames pass in any memory.
    var mixesFrames: Bool {
      !dropsOnly && (VideoRetime.selections[clamped: frames].joinsFrames || motionBlur > 0)
    }

    /// Returns whether frames with these caps have to be read.
    func reads(_ caps: Caps) -> Bool {
      mixesFrames || fields > 0 && (caps.isInterlaced || caps.name != "video/x-raw")
    }
  }

  /// The default settings, which do not change the stream.
  public static let defaults = Settings()

  /// The selection rules, in the order of the property's values.
  static let selections: [FrameSelection] = [.next, .nearest, .previous, .blend, .flow]

  /// The qualities, in the order of the property's values.
  private static let qualities: [FlowQuality] = [.fast, .good, .best]

  /// Returns the settings for interpolated frames and motion blur.
  func making(_ stream: Stream) -> TickFrames.Settings {
    let settings = host.settings
    let isFlow = Self.selections[clamped: settings.frames] == .flow
    var exposure: MotionBlur.Exposure?
    if let blur = MotionBlur(angle: settings.motionBlur), let rate = stream.frameRate {
      let source = (stream.input?.frameRate ?? rate).rational.doubleValue
      let speed = timing.scales.counted.highestSpeed.doubleValue
      exposure = blur.exposure(
        sourcePictures: speed * source / rate.rational.doubleValue,
        frameRate: rate
      )
    }
    return TickFrames.Settings(
      flow: isFlow ? Self.qualities[clamped: settings.flowQuality] : nil,
      keepsRepeats: settings.repeats > 0,
      exposure: exposure
    )
  }

  /// The table of properties.
  public static let properties: [Property<Settings>] =
    Property<Settings>.ofTime + pictureProperties + countProperties

  private static let pictureProperties: [Property<Settings>] = [
    Property(
      "frames",
      .choice(
        typeName: "RetimeVideoFrames",
        [
          .init("next", "The first frame at or after the time"),
          .init("nearest", "The frame closest to the time, at most half an output frame early"),
          .init("previous", "The last frame at or before the time"),
          .init("blend", "The frames before and after, blended; needs system memory"),
          .init(
            "flow",
            "A frame interpolated along the motion (optical flow); needs system memory"
          ),
        ],
        \.frames
      ),
      "The source frame shown at an output time"
    ),
    Property(
      "fields",
      .choice(
        typeName: "RetimeVideoFields",
        [
          .init("keep", "Left in their frames"),
          .init(
            "progressive",
            "Made into frames, at twice the frame rate (bob); needs system memory"
          ),
        ],
        \.fields
      ),
      "The fields of interlaced video; applies from the next caps"
    ),
    Property(
      "flow-quality",
      .choice(
        typeName: "RetimeVideoFlowQuality",
        [
          .init("fast", "Fast"), .init("good", "Good enough for most uses"),
          .init("best", "The best quality"),
        ],
        \.flowQuality
      ),
      "The quality of motion estimation for frames=flow; applies from the next caps"
    ),
    Property(
      "repeats",
      .choice(
        typeName: "RetimeVideoRepeats",
        [
          .init("replace", "Replaced by interpolated frames"),
          .init("keep", "Shown, without added latency"),
        ],
        \.repeats
      ),
      "The treatment of repeated frames by frames=flow; applies from the next caps"
    ),
    Property(
      "motion-blur",
      .integer(0...360, \.motionBlur),
      "The shutter angle of motion blur in degrees; 0 for none; applies from the "
        + "next caps"
    ),
    Property(
      "drop-only",
      .flag(\.dropsOnly),
      "Drop frames but never repeat them: each keeps its own time, and the frame rate is a maximum; applies from the "
        + "next caps"
    ),
    Property(
      "skip-to-first",
      .flag(\.skipsToFirst),
      "Show nothing before the first frame's time; applies from the next segment"
    ),
  ]

  /// The counters that `videorate` has too.
  ///
  /// `videorate`'s property `silent` is missing. It is set by default, so no application expects
  /// notifications. A notification from the streaming thread for each frame would cost more than
  /// reading the counters, which is possible at any time.
  private static let countProperties: [Property<Settings>] = [
    Property("in", .reading(\.counts.received), "Frames received"),
    Property("out", .reading(\.counts.sent), "Frames sent"),
    Property(
      "duplicate",
      .reading(\.counts.repeated),
      "Frames sent again unchanged; interpolated frames do not count"
    ),
    Property("drop", .reading(\.counts.unused), "Frames received of which none was sent"),
  ]
}
