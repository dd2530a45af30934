// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

extension Verification.Fault {
  init(_ run: FaultRuns<FrameFidelity.Fault>.Run) {
    let text =
      switch run.fault {
      case .levels: "other levels (brightness or contrast)"
      case .colors: "other colors"
      case .content: "another image"
      case .blur: "detail that is missing or exaggerated, as by a blur"
      case .noise: "detail that was not there, such as noise"
      case .region: "another image in a part of the frame"
      case .flash: "quite another image"
      }
    self.init(
      text: "\(run.count.counting("video frame")) with \(text)",
      start: run.start,
      end: run.end
    )
  }

  init(_ run: FaultRuns<AudioFidelity.Fault>.Run) {
    let channel = run.fault.channel > 0 ? "channel \(run.fault.channel)" : "the audio"
    let text =
      switch run.fault.kind {
      case .silent: "\(channel) is silent"
      case .added: "\(channel) has sound where there must be silence"
      case .foreign: "\(channel) is another"
      case .swapped: "\(channel) is heard in another channel"
      case .merged: "\(channel) is the same as another channel"
      case .inverted: "\(channel) has its polarity inverted"
      case .gain: "\(channel) has another volume"
      case .dropout: "\(channel) drops out"
      case .level: "\(channel) is louder or softer"
      case .bands: "\(channel) has another spectrum, as by a filter or an added tone"
      case .altered: "\(channel) has other samples, although its codec is lossless"
      }
    self.init(text: text, start: run.start, end: run.end)
  }
}

extension Verification.Fault {
  /// Returns faults sorted by start and text.
  static func list(_ faults: [Self]) -> [Self] {
    faults.sorted { ($0.start, $0.text) < ($1.start, $1.text) }
  }
}

extension Verification.Fault: CustomStringConvertible {
  /// The fault with its times.
  package var description: String {
    "\(text), from \(Planner.thousandths(start)) s to \(Planner.thousandths(end)) s"
  }
}
