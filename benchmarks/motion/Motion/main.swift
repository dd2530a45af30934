// SPDX-License-Identifier: MPL-2.0

import Dispatch
import Glibc
import RetimeCore

/// The arguments.
struct Request {
  var files: [String] = []
  var speed = 0.5, quality = FlowQuality.good, threads = 1

  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--speed":
        guard let value = rest.popFirst().flatMap(Double.init), value > 0 else { return nil }
        speed = value
      case "--quality":
        guard let value = rest.popFirst().flatMap(FlowQuality.init) else { return nil }
        quality = value
      case "--threads":
        guard let value = rest.popFirst().flatMap(Int.init), value > 0 else { return nil }
        threads = value
      default: files.append(word)
      }
    }
    guard files.count == 2 else { return nil }
  }
}

/// Prints a message beside the result.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  unsafe write(2, bytes, bytes.count)
}

/// The processor time used so far, in seconds.
func seconds() -> Double {
  Double(clock()) / Double(CLOCKS_PER_SEC)
}

func run<Component>(
  _ request: Request,
  _ input: PlainVideo,
  _ output: PlainVideo,
  _: Component.Type
) where Component: FixedWidthInteger & UnsignedInteger & Sendable {
  let parallel =
    request.threads == 1
    ? Parallel.serial
    : Parallel { count, body in
      DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }
  var (made, reading, finding, making) = (0, 0.0, 0.0, 0.0)
  var kinds: [MotionPair<Component>.Kind: Int] = [:]
  var mark = seconds()
  func lap() -> Double {
    let now = seconds()
    defer { mark = now }
    return now - mark
  }
  guard var first = input.next(Component.self) else { return }
  var (tick, place) = (0, 0)
  func show(_ pair: MotionPair<Component>, _ weight: BlendWeight) {
    output.begin()
    pair.makePicture(at: weight, parallel: parallel) { _, _, row in output.write(row) }
    tick += 1
  }
  while true {
    _ = lap()
    guard let second = input.next(Component.self) else { break }
    reading += lap()
    let pair = MotionPair(first, second, quality: request.quality, parallel: parallel)
    finding += lap()
    kinds[pair.kind, default: 0] += 1
    while Double(tick) * request.speed < Double(place + 1) {
      let weight = BlendWeight(Double(tick) * request.speed - Double(place))
      if weight != .firstOnly && weight != .secondOnly { made += 1 }
      show(pair, weight)
    }
    making += lap()
    (first, place) = (second, place + 1)
  }
  let last = MotionPair(first, first, quality: .fast, parallel: parallel)
  if Double(tick) * request.speed <= Double(place) { show(last, .firstOnly) }
  func text(_ time: Double) -> String {
    let tenths = Int(time * 10_000 / Double(max(made, 1)) + 0.5)
    return "\(tenths / 10).\(tenths % 10)"
  }
  let names = kinds.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
  let line =
    "made \(made) of pairs \(names); ms each: reading \(text(reading)), finding \(text(finding)), "
    + "making \(text(making))"
  say(line)
}

guard let request = Request(Array(CommandLine.arguments.dropFirst())),
  let input = PlainVideo(reading: request.files[0])
else {
  say("motion IN.y4m OUT.y4m [--speed S] [--quality fast|good|best] [--threads N]")
  exit(64)
}
let header = input.header.split(separator: " ").map { field -> String in
  // The frame rate is that of the input over the speed, so that the duration stays.
  let rate = field.dropFirst().split(separator: ":").compactMap { Int($0) }
  guard field.first == "F", rate.count == 2 else { return String(field) }
  return "F\(Int(Double(rate[0]) / request.speed * 1000)):\(rate[1] * 1000)"
}
.joined(separator: " ")
guard
  let output = PlainVideo(writing: request.files[1], like: input, header: header)
else {
  say("\(request.files[1]) cannot be written")
  exit(73)
}
if input.shape.bits > 8 {
  run(request, input, output, UInt16.self)
} else {
  run(request, input, output, UInt8.self)
}
