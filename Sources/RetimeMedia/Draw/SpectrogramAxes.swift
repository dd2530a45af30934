// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The axes of a spectrogram: scales of time, frequency and level, and a title, as SVG.
///
/// A column is at the time at which its frames start. Row k is the band from k to k + 1 times rate
/// ÷ (2·rows), around its frequency. Lengths are in pixels.
struct SpectrogramAxes {
  /// The title, such as a file's name.
  let title: String
  /// The size of the spectrogram itself.
  let columns: Int, rows: Int
  /// The duration that the columns span, and the start of the first one, in seconds.
  let seconds: Double, start: Double
  /// The sample rate in samples a second.
  let rate: Int

  /// The margins of the spectrogram.
  let left = 72, top = 32, right = 96, bottom = 40
  /// The width of the level scale.
  static let scaleWidth = 14

  var width: Int { left + columns + right }
  var height: Int { top + rows + bottom }
  var scaleLeft: Int { left + columns + 20 }

  /// The drawing, in the size of the whole image.
  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">
    <g font-family="DejaVu Sans, sans-serif" font-size="12" fill="#202020" stroke="none">
    <text x="\(left)" y="20" font-size="14">\(Self.escaped(title))</text>
    \(timeMarks.joined(separator: "\n"))
    \(frequencyMarks.joined(separator: "\n"))
    \(levelMarks.joined(separator: "\n"))
    </g>
    <g fill="none" stroke="#202020" stroke-width="1">
    <rect x="\(left - 1).5" y="\(top - 1).5" width="\(columns + 1)" height="\(rows + 1)"/>
    <path d="\(strokes.joined(separator: " "))"/>
    </g>
    </svg>

    """
  }

  // MARK: - Marks

  /// The seconds between two marks.
  private var timeStep: Double {
    Self.step(
      atLeast: seconds * 90 / Double(max(1, columns)),
      of: [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400]
    )
  }

  private var times: [Double] { Self.multiples(of: timeStep, from: start, to: start + seconds) }

  private var frequencies: [Double] {
    let half = Double(rate) / 2
    return Self.multiples(
      of: Self.step(atLeast: half * 40 / Double(rows), of: []),
      from: 0,
      to: half
    )
  }

  private var decibels: [Double] {
    let step: Double = rows < 100 ? 30 : rows < 200 ? 20 : 10
    return Self.multiples(of: step, from: 0, to: SpectrumLevels.decibels)
  }

  private func x(_ time: Double) -> Int {
    left + Int(((time - start) / seconds * Double(columns)).rounded())
  }
  private func y(_ share: Double) -> Int { top + Int((Double(rows) * (1 - share)).rounded()) }

  private var timeMarks: [String] {
    let marks = times.map { time in
      text(Self.clock(time, step: timeStep), x(time), top + rows + 20, "middle")
    }
    return marks + [text("time", left, top + rows + 36, "start")]
  }

  private var frequencyMarks: [String] {
    frequencies.map { text(Self.hertz($0), left - 10, y(2 * $0 / Double(rate)) + 4, "end") }
  }

  private var levelMarks: [String] {
    decibels.map {
      let baseline = y($0 / SpectrumLevels.decibels) + 4
      return text("\(Int($0)) dB", scaleLeft + Self.scaleWidth + 10, baseline, "start")
    }
  }

  /// The tick marks between the scales and their numbers.
  private var strokes: [String] {
    times.map { "M\(x($0)).5 \(top + rows)v6" }
      + frequencies.map { "M\(left - 6) \(y(2 * $0 / Double(rate))).5h6" }
      + decibels.map {
        "M\(scaleLeft + Self.scaleWidth) \(y($0 / SpectrumLevels.decibels)).5h6"
      }
  }

  private func text(_ text: String, _ x: Int, _ y: Int, _ anchor: String) -> String {
    #"<text x="\#(x)" y="\#(y)" text-anchor="\#(anchor)">\#(text)</text>"#
  }

  // MARK: - Numbers

  /// Returns the smallest of `steps`, or of 1, 2 and 5 times a power of ten, that is not below `least`.
  private static func step(atLeast least: Double, of steps: [Double]) -> Double {
    if least > 1, let step = steps.first(where: { $0 >= least }) { return step }
    var power = 1e-6
    while power < 1e12 {
      for digit in [1.0, 2, 5] where digit * power >= least { return digit * power }
      power *= 10
    }
    return power
  }

  private static func multiples(of step: Double, from start: Double, to end: Double) -> [Double] {
    let first = Int((start / step - 1e-9).rounded(.up))
    let last = Int((end / step + 1e-9).rounded(.down))
    return first > last ? [] : (first...last).map { Double($0) * step }
  }

  private static func hertz(_ frequency: Double) -> String {
    frequency < 1000
      ? "\(decimal(frequency, 0.1)) Hz" : "\(decimal(frequency / 1000, 0.001)) kHz"
  }

  /// Returns a time such as "0.25 s", "1:02" or "1:02:03", as precise as the step.
  private static func clock(_ time: Double, step: Double) -> String {
    guard step >= 1 else { return "\(decimal(time, step)) s" }
    let total = Int(time.rounded())
    let two = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
    let (hours, minutes) = (total / 3600, total / 60 % 60)
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(total % 60))" : "\(minutes):\(two(total % 60))"
  }

  /// Returns a number in units of a step of 1, 2 or 5 times a power of ten, without trailing zeros.
  private static func decimal(_ value: Double, _ step: Double) -> String {
    var (scale, digits) = (1.0, 0)
    while digits < 6, scale * step < 1 - 1e-9 { (scale, digits) = (scale * 10, digits + 1) }
    let units = Int((value * scale).rounded())
    var fraction = String(String(units % Int(scale) + Int(scale)).dropFirst())
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? "\(units / Int(scale))" : "\(units / Int(scale)).\(fraction)"
  }

  /// Returns text escaped for XML, without characters that XML does not allow.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
