// SPDX-License-Identifier: MPL-2.0

// The computation of a run's values.
extension MappedScaler {
  /// Computes a run of a piece into `block`, without fades.
  mutating func make(_ frames: Range<Int>, of this: MappedAudio.Piece) {
    let (channels, count) = (channelCount, sound.sourceFrameCount)
    if block.isEmpty { block = [Double](repeating: 0, count: Self.mostFrames * channels) }
    guard !this.isSilent else {
      for index in 0..<frames.count * channels { block[index] = 0 }
      return
    }
    let positions = this.sections[section]
    guard sinc == nil else { return makeSinc(frames, positions) }
    let held = held.frames
    var target = 0
    for n in frames {
      let position = positions.position(n)
      let whole = wholePart(position)
      let part = position - position.rounded(.down)
      let (one, other) = (min(max(whole, 0), count - 1), min(max(whole + 1, 0), count - 1))
      let isThere =
        whole >= -1 && (whole < count || position == Double(count)) && one >= held.lowerBound
        && other < held.upperBound
      for channel in 0..<channels {
        var value = 0.0
        if isThere {
          value = self.held.known(one, channel)
          if part != 0 { value += part * (self.held.known(other, channel) - value) }
        }
        block[target + channel] = value
      }
      target += channels
    }
  }

  /// Applies the fades to the frames in `block`, and adds the end of the previous piece where the two overlap.
  mutating func fade(_ frames: Range<Int>, of this: MappedAudio.Piece) {
    let (reach, fades) = (this.reach, this.fades)
    guard
      frames.lowerBound - reach.lowerBound < fades.fadeIn
        || reach.upperBound - frames.upperBound < fades.fadeOut
    else { return }
    let before = frames.lowerBound < this.inner.lowerBound && piece > 0 ? piece - 1 : nil
    var index = 0
    for n in frames {
      let weight = this.weight(n)
      let other = before.map { sound.pieces[$0].weight(n) }
      for channel in 0..<channelCount {
        block[index] *= weight
        if let other { block[index] += tail.value(n, channel) * other }
        index += 1
      }
    }
  }

  /// Computes a run into `block` with the sinc kernel.
  private mutating func makeSinc(_ frames: Range<Int>, _ positions: SectionPositions) {
    let (channels, count) = (channelCount, sound.sourceFrameCount)
    var points = Points()
    positions.locate(frames, in: &points)
    // A section has one direction: if both ends are well inside the source, all positions are.
    let ends = (points.frames[0], points.frames[frames.count - 1])
    let isInside = min(ends.0, ends.1) > 0 && max(ends.0, ends.1) < count - 2
    var outside = InlineArray<128, Bool>(repeating: false)
    if !isInside {
      for index in 0..<frames.count {
        let whole = points.frames[index]
        outside[index] = whole < -1 || whole > count || whole == count && points.parts[index] > 0
        if whole < 0 { (points.frames[index], points.parts[index]) = (0, 0) }
        if whole >= count - 1 {
          (points.frames[index], points.parts[index]) = (max(0, count - 1), 0)
        }
      }
    }
    var begin = 0
    while begin < frames.count {
      let (kernel, end) = kernel(from: begin, of: frames, positions)
      if count > 0 { sinc?.compute(begin..<end, of: points, kernel, in: 0..<count) }
      begin = end
    }
    // Moved out of the structure while it is written, so that no copy is made.
    var block: [Double] = []
    swap(&block, &self.block)
    defer { swap(&block, &self.block) }
    var made = block.mutableSpan
    sinc?.write(0..<frames.count, into: &made)
    guard !isInside else { return }
    for index in 0..<frames.count where outside[index] || count == 0 {
      for channel in 0..<channels { made[index * channels + channel] = 0 }
    }
  }

  /// Returns the kernel of the frame at `index` of a run, and the index up to which frames share it.
  private mutating func kernel(
    from index: Int,
    of frames: Range<Int>,
    _ positions: SectionPositions
  ) -> (SincKernel, end: Int) {
    if let speed = positions.speed {
      if let kernel, kernel.speed == speed { return (kernel.kernel, frames.count) }
      let new = SincKernel.at(speed)
      kernel = (speed, new)
      return (new, frames.count)
    }
    let number = SincBank.index(for: positions.speed(frames.lowerBound + index))
    var end = index + 1
    while end < frames.count,
      SincBank.index(for: positions.speed(frames.lowerBound + end)) == number
    { end += 1 }
    return (SincBank.kernel(number), end)
  }
}
