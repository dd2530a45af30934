// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// The engine that keeps the pitch or shifts it: all channels are stretched together, also where they come in planes.
struct StretchEngine<Sample: AudioSample>: SoundEngine {
  private let layout: AudioLayout
  private let channels: Int
  private let fade: RationalTime
  /// Every frequency over the source's.
  private let ratio: Rational
  /// The output frame up to which what is played at speed 1 is copied.
  private let copied: Int
  private var shifter: MappedShifter<Sample>
  /// What has been made, and which frames of it have not been given.
  private var block: [Double]
  private var ready = 0..<0
  /// The frames of planes, one after the other; and one plane of what is made.
  private var woven: [Sample] = []
  private var plane: [Double] = []

  private(set) var sourceFrames = 0
  private(set) var renderedFrames = 0

  init(
    _ layout: AudioLayout,
    _ map: TimeMap,
    fade: RationalTime,
    ratio: Rational,
    keepsFormants: Bool,
    copied: Int
  ) {
    (self.layout, self.fade, self.ratio, self.copied) = (layout, fade, ratio, copied)
    channels = max(1, layout.isPlanar ? layout.planeCount : layout.channels)
    let rate = layout.rate
    let plan = StretchPlan(stream: map, rate: rate, fade: fade, copied: copied, ratio: ratio)
    shifter = MappedShifter(plan, channelCount: channels, keepsFormants: keepsFormants)
    block = [Double](repeating: 0, count: AudioRetime.mostFrames(layout) * channels)
  }

  var availableFrames: Int { ready.count }
  var firstRead: Int { shifter.firstRead }
  var firstFree: Int { shifter.firstFree }
  func position(ofFrame frame: Int) -> Double { shifter.position(ofFrame: frame) }

  mutating func append(_ buffer: borrowing Buffer) throws(GStreamerError) {
    let frames = layout.frameCount(of: buffer) ?? 0
    if layout.isPlanar {
      let count = frames * channels
      if woven.count < count {
        woven.append(contentsOf: repeatElement(.silence, count: count - woven.count))
      }
      for channel in 0..<channels {
        try layout.withPlane(channel, of: buffer, as: Sample.self) { samples in
          for frame in 0..<min(frames, samples.count) {
            woven[frame * channels + channel] = samples[frame]
          }
        }
      }
      Self.append(woven, count, to: &shifter)
    } else {
      try layout.withPlane(0, of: buffer, as: Sample.self) { shifter.append($0) }
    }
    sourceFrames += frames
    fill()
  }

  mutating func render(frames: Int) throws(GStreamerError) -> Buffer {
    var buffer = try layout.makeBuffer(frames: frames)
    let first = ready.lowerBound * channels
    let range = first..<first + frames * channels
    if layout.isPlanar {
      for channel in 0..<channels {
        plane.removeAll(keepingCapacity: true)
        for frame in 0..<frames { plane.append(block[first + frame * channels + channel]) }
        try layout.withMutablePlane(channel, of: &buffer, as: Sample.self) { samples in
          roundSamples(plane.span, into: &samples)
        }
      }
    } else {
      try layout.withMutablePlane(0, of: &buffer, as: Sample.self) { samples in
        roundSamples(block.span.extracting(range), into: &samples)
      }
    }
    ready = ready.lowerBound + frames..<ready.upperBound
    renderedFrames += frames
    fill()
    return buffer
  }

  mutating func setMap(_ map: TimeMap, _ method: InterpolationMethod) {
    let rate = layout.rate
    shifter.setPlan(
      StretchPlan(stream: map, rate: rate, fade: fade, copied: copied, ratio: ratio)
    )
  }

  mutating func finish() {
    shifter.finish()
    fill()
  }

  /// Makes the next block once the one before is given away.
  private mutating func fill() {
    guard ready.isEmpty else { return }
    ready = 0..<Self.render(&shifter, into: &block)
  }

  private static func append(
    _ samples: [Sample],
    _ count: Int,
    to shifter: inout MappedShifter<Sample>
  ) {
    shifter.append(samples.span.extracting(0..<count))
  }

  private static func render(
    _ shifter: inout MappedShifter<Sample>,
    into block: inout [Double]
  ) -> Int {
    var room = block.mutableSpan
    return shifter.render(into: &room)
  }
}

/// The engine for what caps describe with its pitch kept or shifted; nil for samples that it does not know.
func stretchEngine(
  _ layout: AudioLayout,
  _ map: TimeMap,
  fade: RationalTime,
  ratio: Rational,
  keepsFormants: Bool,
  copied: Int
) -> (any SoundEngine)? {
  func engine<Sample: AudioSample>(_: Sample.Type) -> any SoundEngine {
    StretchEngine<Sample>(
      layout,
      map,
      fade: fade,
      ratio: ratio,
      keepsFormants: keepsFormants,
      copied: copied
    )
  }
  return sampleType(layout.format).map { engine($0) }
}
