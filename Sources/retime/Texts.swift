// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia

/// Numbers formatted for display.
enum NumberText {
  /// Returns a number with `digits` digits after the point.
  static func fixed(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "?" }
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let units = Int(value * Double(scale) + (value < 0 ? -0.5 : 0.5))
    guard digits > 0 else { return "\(units)" }
    let fraction = "\(abs(units) % scale)"
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(units < 0 ? "-" : "")\(abs(units) / scale).\(zeros)\(fraction)"
  }

  /// Returns a time such as "1:02:03" or "2:03", rounded to seconds.
  static func clock(_ seconds: Double) -> String {
    let total = Int(max(0, min(seconds, 1e9)) + 0.5)
    let two = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
    let (hours, minutes) = (total / 3600, total / 60 % 60)
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(total % 60))" : "\(minutes):\(two(total % 60))"
  }
}

/// Progress as a line or a bar.
struct ProgressText {
  let progress: JobProgress

  init(_ progress: JobProgress) { self.progress = progress }

  private var percent: String { "\(Int(progress.fraction * 100))%" }

  private var speed: String {
    if let count = progress.byteCount {
      return
        "\(NumberText.clock(progress.position)), \(NumberText.fixed(Double(count) / 1e6, 1)) MB"
    }
    if let rate = progress.framesPerSecond { return "\(NumberText.fixed(rate, 0)) fps" }
    return "\(NumberText.fixed(progress.speed, progress.speed < 10 ? 1 : 0))x"
  }

  private var rest: String {
    progress.eta.map { "\(NumberText.clock($0)) left" } ?? ""
  }

  /// The line for a log.
  var line: String {
    let verb = progress.phase.rawValue
    return "retime: \(verb) \(percent), \(speed)\(rest.isEmpty ? "" : ", \(rest)")"
  }

  /// Returns the line for a terminal with `columns` columns.
  func bar(columns: Int) -> String {
    let verb = progress.phase == .making ? "" : "\(progress.phase.rawValue) "
    let text = " \(verb)\(percent)  \(speed)  \(rest)"
    return Self.bar(progress.fraction, text, columns: columns)
  }

  /// Returns a bar followed by a text; the text alone if there is no space for both.
  static func bar(_ fraction: Double, _ text: String, columns: Int) -> String {
    let width = min(40, columns - text.count - 2)
    guard width >= 5 else { return String(text.dropFirst().prefix(columns)) }
    let full = Int(fraction * Double(width))
    return "[" + String(repeating: "█", count: full) + String(repeating: "·", count: width - full)
      + "]" + text
  }

  /// Returns the summary of an output.
  static func summary(_ report: Report) -> String {
    let tracks = report.tracks.map { track in
      switch track.kind {
      case .video, .audio: "\(track.kind.rawValue) \(track.frames.counting("frame"))"
      case .subtitle: "subtitle \(track.frames.counting("text"))"
      case .other: "data \(track.frames.counting("packet"))"
      }
    }
    let made = tracks.joined(separator: ", ")
    let lines = report.verification.map { "\n  verified: " + text($0) }
    return "\(report.output): \(NumberText.fixed(report.duration, 3)) s, \(made)" + lines.joined()
  }

  private static func text(_ verification: Verification) -> String {
    let track = "\(verification.kind.rawValue) track \(verification.index)"
    let frames = verification.frames.counting("frame")
    let likeness =
      verification.isIdentical
      ? "identical" : verification.psnr.map { "PSNR \(NumberText.fixed($0, 1)) dB" }
    return [track + ": " + frames, likeness].compactMap { $0 }.joined(separator: ", ")
  }
}
