// SPDX-License-Identifier: MPL-2.0

// Streams of unknown length.
extension StretchPlan {
  /// Creates the plan of a stream of unknown length, whose first frame is at 0 in both times of the map.
  ///
  /// - Parameters:
  ///   - map: A map of sections.
  ///   - rate: The sample rate, in frames per second.
  ///   - fade: The length of the crossfade at a jump.
  ///   - copied: The output frame up to which sections at speed 1 are copied bit for bit, with a
  ///     fade before and after. From there on they are stretched, as they must be where the map can
  ///     change.
  ///   - ratio: The ratio of output frequencies to the source's, above 0.
  /// - Precondition: `map` never goes back, and `rate` is above 0.
  package init(
    stream map: TimeMap,
    rate: Int,
    fade: RationalTime,
    copied: Int = .max,
    ratio: Rational = Rational(1)
  ) {
    precondition(rate > 0, "\(rate) frames a second")
    let endless = StreamedAudio.endless
    (sourceFrameCount, frames, isForward, self.rate) = (endless, 0..<endless, true, rate)
    (self.ratio, heardFrameCount, hitsEnds) = (ratio, endless, false)
    let half = Self.half(fade.times(ratio), rate)
    heard = StreamedAudio(map: map, rate: rate, half: half)
    let map = map.higher(by: ratio)
    stream = StreamedAudio(map: map, rate: rate, half: half)
    runs = Self.runs(map, .zero, endless, 0..<endless, rate, copied: copied).faded(half: half)
  }

  /// Sets the positions of its last run from another map, which may lack earlier sections; returns whether it did.
  mutating func goOn(along map: TimeMap) -> Bool {
    let (endless, higher) = (StreamedAudio.endless, map.higher(by: ratio))
    let runs = Self.runs(higher, .zero, endless, 0..<endless, rate, copied: 0)
    guard let half = stream?.half, let last = self.runs.last, let other = runs.last,
      last.kind == .stretch, other.kind == .stretch
    else { return false }
    stream = StreamedAudio(map: higher, rate: rate, half: half)
    heard = StreamedAudio(map: map, rate: rate, half: half)
    self.runs[self.runs.count - 1].parts = other.parts
    return true
  }

  /// Returns the plan after the stream has ended with `count` source frames.
  func ended(after count: Int) -> StretchPlan {
    guard let stream else { return self }
    var ended = self
    (ended.stream, ended.sourceFrameCount) = (nil, count)
    ended.frames = 0..<stream.outputFrameCount(ofSource: count)
    ended.heardFrameCount = (heard ?? stream).outputFrameCount(ofSource: count)
    ended.runs = runs.faded(within: ended.frames, half: stream.half)
    return ended
  }
}

// The delay of streams.
extension StretchPlan {
  /// Returns the delay of a stream: the number of source frames after an output frame's position that are awaited.
  ///
  /// `rate` is the sample rate, in frames per second, above 0. `ratio` is that of output frequencies
  /// to the source's, above 0, and `keepsFormants` whether formants do not shift with them. `speed`
  /// is in source frames per output frame.
  package static func lookahead(
    rate: Int,
    ratio: Double = 1,
    keepsFormants: Bool = false,
    _ quality: StretchQuality = .best,
    atSpeed speed: Double
  ) -> Int {
    let stretched = quality.lookahead(rate: rate, atSpeed: speed / ratio)
    guard ratio != 1 else { return stretched }
    let filter = keepsFormants ? FormantFilter.lookahead(rate: rate) : 0
    // The stretched frames after one that are read with it.
    let read = Double(filter + ReadingKernel.reach(at: ratio, quality.filter) + 1)
    return stretched + Int(min((read * speed / ratio).rounded(.up), 0x1p52))
  }

  /// Returns the output frame before which all are due, when `count` source frames of a stream are there.
  ///
  /// `rendered` is the number of output frames so far.
  func due(after count: Int, rendered: Int, keepsFormants: Bool) -> Int {
    guard stream != nil, let heard else { return heardFrameCount }
    let ratio = ratio.doubleValue
    let lookahead = Self.lookahead(
      rate: rate,
      ratio: ratio,
      keepsFormants: keepsFormants,
      quality,
      atSpeed: speed(ofFrame: wholePart(Double(rendered) * ratio)) * ratio
    )
    // The speed is rounded, and the stated delay is not exceeded.
    let reached = count + 1 - lookahead
    return reached < 0 ? rendered : heard.outputFrameCount(ofSource: reached) + 1
  }
}
