// SPDX-License-Identifier: MPL-2.0

import Glibc
import RetimeCore

/// Audio of a RIFF/WAVE file of 32-bit floats, the subset that the measurements of docs/quality.md write.
struct FloatSound {
  var rate = 48_000, channels = 2
  var samples: [Float] = []

  /// Reads a file; nil if it is not in this format.
  init?(reading path: String) {
    guard let bytes = Self.bytes(of: path), bytes.count > 44 else { return nil }
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    var place = 12
    while place + 8 <= bytes.count {
      let (name, length) = (bytes[place..<place + 4], number(place + 4, 4))
      if name.elementsEqual("fmt ".utf8) {
        (channels, rate) = (number(place + 10, 2), number(place + 12, 4))
      } else if name.elementsEqual("data".utf8) {
        let count = min(length, bytes.count - place - 8) / 4
        samples = (0..<count).map {
          Float(bitPattern: UInt32(truncatingIfNeeded: number(place + 8 + 4 * $0, 4)))
        }
        return
      }
      place += 8 + length + length % 2
    }
    return nil
  }

  private static func bytes(of path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "rb") else { return nil }
    defer { unsafe fclose(file) }
    var (bytes, block): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 1 << 20))
    while true {
      let count = unsafe fread(&block, 1, block.count, file)
      guard count > 0 else { return bytes }
      bytes += block[..<count]
    }
  }

  /// Writes it; returns whether that succeeded.
  func write(to path: String) -> Bool {
    guard let file = unsafe fopen(path, "wb") else { return false }
    defer { unsafe fclose(file) }
    var header: [UInt8] = []
    func add(_ value: Int, _ count: Int) {
      for index in 0..<count { header.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    let size = 4 * samples.count
    header += "RIFF".utf8
    add(36 + size, 4)
    header += "WAVEfmt ".utf8
    for (value, count) in [
      (16, 4), (3, 2), (channels, 2), (rate, 4), (rate * channels * 4, 4), (channels * 4, 2),
      (32, 2),
    ] {
      add(value, count)
    }
    header += "data".utf8
    add(size, 4)
    return unsafe fwrite(header, 1, header.count, file) == header.count
      && fwrite(samples, 4, samples.count, file) == samples.count
  }
}

/// All frames, stretched by a factor.
func stretchPlan(_ count: Int, rate: Int, factor: String) throws -> StretchPlan {
  let end = RationalTime(Int64(count), Int64(rate))
  let factor = try Factor(parsing: factor)
  let map = try TimeMap([.play(from: .zero, to: end, speed: factor.rational.reciprocal)])
  return StretchPlan(
    map: map,
    start: .zero,
    frameCount: count,
    output: (.zero, RationalTime(seconds: end.rational * factor.rational)),
    rate: rate,
    fade: .zero
  )
}

/// Stretches a file by a factor with its pitch preserved, and prints the time of the stretching only.
func stretch(_ input: String, _ output: String, _ factor: String) throws {
  guard var sound = FloatSound(reading: input) else { return print("\(input) cannot be read") }
  let (rate, channels) = (sound.rate, sound.channels)
  let count = sound.samples.count / channels
  let plan = try stretchPlan(count, rate: rate, factor: factor)
  var stretched: [Float] = []
  stretched.reserveCapacity(plan.frames.count * channels)
  let time = ContinuousClock().measure {
    var stretcher = MappedStretcher<Float>(plan, channelCount: channels)
    var block = [Double](repeating: 0, count: 4096 * channels)
    var next = 0
    while !stretcher.isFinished {
      let part = sound.samples.span.extracting(
        next..<min(next + 4096 * channels, sound.samples.count)
      )
      stretcher.append(part)
      next += part.count
      if next == sound.samples.count { stretcher.finish() }
      while true {
        var span = block.mutableSpan
        let written = stretcher.render(into: &span)
        guard written > 0 else { break }
        for index in 0..<written * channels { stretched.append(Float(block[index])) }
      }
    }
  }
  sound.samples = stretched
  guard sound.write(to: output) else { return print("\(output) cannot be written") }
  print("\(stretched.count / channels) frames in \(time)")
}
