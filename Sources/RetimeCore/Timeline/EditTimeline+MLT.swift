// SPDX-License-Identifier: MPL-2.0

extension EditTimeline {
  /// Returns the timeline as the XML of MLT, which melt, Shotcut and Kdenlive read.
  ///
  /// Each speed has a producer `timewarp`, whose frames are those of the media at this speed: a
  /// clip faster than 1 starts at the nearest of them. A freeze frame has a producer `hold`.
  ///
  /// - Throws: ``EditFormatError`` for a speed that `timewarp` does not play.
  func mlt() throws(EditFormatError) -> String {
    var (producers, numbers, entries): ([String], [Producer: Int], [String]) = ([], [:], [])
    for clip in clips {
      let pace = abs(clip.speed.doubleValue)
      guard clip.speed == Rational(0) || (0.01...20).contains(pace) else {
        throw EditFormatError(
          description: "MLT plays speeds of 0.01 to 20, and a clip has \(pace): give another format"
        )
      }
      let producer =
        clip.speed == Rational(0) ? Producer.hold(clip.source.lowerBound) : .play(clip.speed)
      let number = numbers[producer, default: producers.count]
      if numbers[producer] == nil {
        numbers[producer] = number
        producers.append(xml(producer, number, holdLength: longestHold(of: producer)))
      }
      let start = producer.start(of: clip, media: media)
      entries.append(
        #"    <entry producer="producer\#(number)" in="\#(start)" out="\#(start + clip.record.count - 1)"/>"#
      )
    }
    let (width, height) = media.size ?? (640, 360)
    let aspect = Rational(Int64(width), Int64(height)) * media.pixelAspect
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <mlt LC_NUMERIC="C" producer="tractor0" title="\(media.name.xml)">
        <profile width="\(width)" height="\(height)" progressive="1" sample_aspect_num="\(media.pixelAspect.numerator)" \
      sample_aspect_den="\(media.pixelAspect.denominator)" display_aspect_num="\(aspect.numerator)" \
      display_aspect_den="\(aspect.denominator)" frame_rate_num="\(frameRate.rational.numerator)" \
      frame_rate_den="\(frameRate.rational.denominator)" colorspace="\(height < 720 ? 601 : 709)"/>
      \(producers.joined(separator: "\n"))
        <playlist id="playlist0">
      \(entries.joined(separator: "\n"))
        </playlist>
        <tractor id="tractor0" in="0" out="\(max(0, frames - 1))">
          <track producer="playlist0"/>
        </tractor>
      </mlt>

      """
  }

  /// The media as one entry of a playlist uses it.
  private enum Producer: Hashable {
    case play(Rational)
    case hold(Int)

    /// Returns the number of the producer's frames.
    func length(_ media: EditMedia) -> Int {
      switch self {
      case .play(let speed):
        max(1, Int(clamping: (Rational(Int64(media.frames)) / speed.magnitude).rounded()))
      case .hold: 1
      }
    }

    /// Returns the producer's frame with which a clip starts.
    func start(of clip: Clip, media: EditMedia) -> Int {
      guard case .play(let speed) = self else { return 0 }
      let frames =
        speed < Rational(0) ? media.frames - clip.source.upperBound : clip.source.lowerBound
      let nearest = Int(clamping: (Rational(Int64(frames)) / speed.magnitude).rounded())
      return max(0, min(nearest, length(media) - clip.record.count))
    }
  }

  /// Returns the most frames for which a producer of a freeze frame is shown.
  private func longestHold(of producer: Producer) -> Int {
    guard case .hold(let frame) = producer else { return 0 }
    return clips.filter { $0.speed == Rational(0) && $0.source.lowerBound == frame }
      .map(\.record.count).max() ?? 1
  }

  private func xml(_ producer: Producer, _ number: Int, holdLength: Int) -> String {
    var (length, resource, service) = (producer.length(media), media.path, "avformat")
    var frame = ""
    switch producer {
    case .play(let speed) where speed != Rational(1):
      let decimal = speed.decimalText ?? "\(speed.doubleValue)"
      (resource, service) = ("\(decimal):\(media.path)", "timewarp")
    case .play: break
    case .hold(let number):
      (length, service) = (holdLength, "hold")
      frame = "\n    <property name=\"frame\">\(number)</property>"
    }
    return """
        <producer id="producer\(number)" in="0" out="\(length - 1)">
          <property name="length">\(length)</property>
          <property name="resource">\(resource.xml)</property>\(frame)
          <property name="mlt_service">\(service)</property>
        </producer>
      """
  }
}
