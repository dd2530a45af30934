// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// The engine for a map of sections, with the samples that a job along the map makes: sound fades where the source jumps.
struct MappedEngine<Sample: AudioSample>: SoundEngine {
  private let layout: AudioLayout
  /// One scaler for whole frames, or one for each plane.
  private var scalers: [MappedScaler<Sample>]
  /// What each of them has made, and which frames of it have not been given.
  private var blocks: [[Double]]
  private var ready = 0..<0

  private(set) var sourceFrames = 0
  private(set) var renderedFrames = 0

  init(_ layout: AudioLayout, _ sound: MappedSound) {
    self.layout = layout
    let channels = layout.isPlanar ? 1 : layout.channels
    scalers = (0..<layout.planeCount).map { _ in MappedScaler(sound, channelCount: channels) }
    let block = [Double](repeating: 0, count: AudioRetime.mostFrames(layout) * channels)
    blocks = scalers.map { _ in block }
  }

  var availableFrames: Int { ready.count }

  var firstRead: Int { scalers.isEmpty ? 0 : scalers[0].firstRead }

  func position(ofFrame frame: Int) -> Double {
    scalers.isEmpty ? 0 : scalers[0].position(ofFrame: frame)
  }

  mutating func append(_ buffer: borrowing Buffer) throws(GStreamerError) {
    for plane in scalers.indices {
      try layout.withPlane(plane, of: buffer, as: Sample.self) { scalers[plane].append($0) }
    }
    sourceFrames += layout.frameCount(of: buffer) ?? 0
    fill()
  }

  mutating func render(frames: Int) throws(GStreamerError) -> Buffer {
    var buffer = try layout.makeBuffer(frames: frames)
    for plane in scalers.indices {
      let channels = scalers[plane].channelCount
      let (block, first) = (blocks[plane], ready.lowerBound * channels)
      let range = first..<first + frames * channels
      try layout.withMutablePlane(plane, of: &buffer, as: Sample.self) { samples in
        roundSamples(block.span.extracting(range), into: &samples)
      }
    }
    ready = ready.lowerBound + frames..<ready.upperBound
    renderedFrames += frames
    fill()
    return buffer
  }

  var firstFree: Int { renderedFrames }

  /// Does nothing: a map says all speeds.
  mutating func setMap(_ map: TimeMap, _ method: InterpolationMethod) {}

  mutating func finish() {
    for plane in scalers.indices { scalers[plane].finish() }
    fill()
  }

  /// Makes the next block once the one before is given away; planes have as many frames each.
  private mutating func fill() {
    guard ready.isEmpty else { return }
    var count = 0
    for plane in scalers.indices {
      var room = blocks[plane].mutableSpan
      count = scalers[plane].render(into: &room)
    }
    ready = 0..<count
  }
}

/// The engine for what caps describe along a map of sections; nil for samples that it does not know.
func mappedEngine(_ layout: AudioLayout, _ sound: MappedSound) -> (any SoundEngine)? {
  func engine<Sample: AudioSample>(_: Sample.Type) -> any SoundEngine {
    MappedEngine<Sample>(layout, sound)
  }
  return sampleType(layout.format).map { engine($0) }
}
