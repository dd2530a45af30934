// SPDX-License-Identifier: MPL-2.0

// Streams, whose end is not known until it comes.
extension StretchPlan {
  /// The sound of a stream whose end is not known yet, and whose first frame is at 0 in both times of a map.
  ///
  /// `rate`: frames a second.
  /// `fade`: how long the sound before a jump and behind it sound together.
  /// `copied`: the output frame up to which what is played at speed 1 is the source, bit for bit, with a fade before it and
  /// behind it. From there on it goes on in what is stretched, as it must where the map can become another one.
  ///
  /// `ratio`: every frequency over the source's, above 0.
  ///
  /// - Precondition: `map` never goes back, and `rate` is above 0.
  public init(
    stream map: TimeMap,
    rate: Int,
    fade: RationalTime,
    copied: Int = .max,
    ratio: Rational = Rational(1)
  ) {
    precondition(rate > 0, "\(rate) frames a second")
    let endless = SoundStream.endless
    (sourceFrameCount, frames, isForward, self.rate) = (endless, 0..<endless, true, rate)
    (self.ratio, heardFrameCount, hitsEnds) = (ratio, endless, false)
    let half = Self.half(fade.times(ratio), rate)
    heard = SoundStream(map: map, rate: rate, half: half)
    let map = map.higher(by: ratio)
    stream = SoundStream(map: map, rate: rate, half: half)
    runs = Self.runs(map, .zero, endless, 0..<endless, rate, copied: copied).faded(half: half)
  }

  /// Gives its last run the positions of another map, which may have forgotten what is before; whether it does.
  mutating func goOn(along map: TimeMap) -> Bool {
    let (endless, higher) = (SoundStream.endless, map.higher(by: ratio))
    let runs = Self.runs(higher, .zero, endless, 0..<endless, rate, copied: 0)
    guard let half = stream?.half, let last = self.runs.last, let other = runs.last,
      last.kind == .stretch, other.kind == .stretch
    else { return false }
    stream = SoundStream(map: higher, rate: rate, half: half)
    heard = SoundStream(map: map, rate: rate, half: half)
    self.runs[self.runs.count - 1].parts = other.parts
    return true
  }

  /// What the sound is once the stream has ended after `count` frames.
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

extension StretchPlan {
  /// How many source frames behind the one that an output frame reads must have come at most before it is made.
  ///
  /// `rate`: frames a second, above 0.
  /// `speed`: the greatest, in source frames for each output frame.
  public static func lookahead(rate: Int, atSpeed speed: Double) -> Int {
    StretchShape(rate: rate).lookahead(atSpeed: speed)
  }
}
