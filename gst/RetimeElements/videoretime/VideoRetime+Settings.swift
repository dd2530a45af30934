// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeBuffers
internal import RetimeCore

extension VideoRetime {
  /// The values of the properties.
  public struct Settings: TimedSettings {
    var factor = FactorSetting()
    var frames = 1
    var flowQuality = 1
    var repeats = 0
    var motionBlur = 0
    var dropsOnly = false
    var skipsToFirst = false

    var map = MapSetting()
    /// The current counters.
    var counts = PictureCounts()
  }

  /// The default settings, which do not change the stream.
  public static let defaults = Settings()

  /// The selection rules, in the order of the property's values.
  static let selections: [FrameSelection] = [.next, .nearest, .previous, .blend, .flow]

  /// The qualities, in the order of the property's values.
  private static let qualities: [FlowQuality] = [.fast, .good, .best]

  /// Returns the settings for interpolated frames and motion blur.
  func making(_ stream: Stream) -> TickPictures.Settings {
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
    return TickPictures.Settings(
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
          .init("next", "The first picture at or after the time"),
          .init("nearest", "The frame closest to the time, at most half an output frame early"),
          .init("previous", "The last picture at or before the time"),
          .init("blend", "The pictures on both sides, mixed; needs system memory"),
          .init("flow", "One made along the motion between both; needs system memory"),
        ],
        \.frames
      ),
      "Which picture is shown at a time of the output"
    ),
    Property(
      "flow-quality",
      .choice(
        typeName: "RetimeVideoFlowQuality",
        [
          .init("fast", "Quickly"), .init("good", "As well as most need"),
          .init("best", "As well as possible"),
        ],
        \.flowQuality
      ),
      "How well frames=flow follows what moves; from the next caps on"
    ),
    Property(
      "repeats",
      .choice(
        typeName: "RetimeVideoRepeats",
        [
          .init("replace", "Others are made in their place"),
          .init("keep", "They are shown; nothing waits for them"),
        ],
        \.repeats
      ),
      "What frames=flow does with pictures that only repeat the one before; from the next caps on"
    ),
    Property(
      "motion-blur",
      .integer(0...360, \.motionBlur),
      "Degrees by which a shutter opens, so that what moves while it is open is in a picture; 0 for one moment; from the "
        + "next caps on"
    ),
    Property(
      "drop-only",
      .flag(\.dropsOnly),
      "Pictures are left out and never shown twice: each keeps its own time, the frame rate is the most that come; from the "
        + "next caps on"
    ),
    Property(
      "skip-to-first",
      .flag(\.skipsToFirst),
      "Nothing is shown before the first picture's time; from the next segment on"
    ),
  ]

  /// The counters that `videorate` has too.
  ///
  /// `videorate`'s property `silent` is missing. It is set by default, so no application expects
  /// notifications. A notification from the streaming thread for each frame would cost more than
  /// reading the counters, which is possible at any time.
  private static let countProperties: [Property<Settings>] = [
    Property("in", .reading(\.counts.received), "Pictures that came"),
    Property("out", .reading(\.counts.sent), "Pictures that went"),
    Property(
      "duplicate",
      .reading(\.counts.repeated),
      "Pictures that went once more, as they are; none that was made of several counts"
    ),
    Property("drop", .reading(\.counts.unused), "Pictures that came and of which nothing went"),
  ]
}
