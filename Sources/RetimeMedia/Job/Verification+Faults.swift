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

  init(_ run: FaultRuns<BlockRuns.Fault>.Run) {
    let frames = (run.count + 2).counting("video frame")
    self.init(
      text:
        "\(frames) with places that are further from the planned ones than their quality allows",
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
  init(_ fault: CodedAudioFidelity.Fault, from start: Double, to end: Double) {
    let text =
      switch fault {
      case .waveform(let channel): "channel \(channel) has another waveform"
      case .level(let channel, let isLouder, _):
        "channel \(channel) is \(isLouder ? "louder" : "softer")"
      case .lacking(let group): "the audio is too weak \(group.range)"
      case .added(let group): "the audio has what the source lacks \(group.range)"
      }
    self.init(text: text, start: start, end: end)
  }

  /// The seconds between two faults with the same text that are listed as one.
  private static let gap = 0.5

  /// Returns faults sorted by start and text; those with the same text that follow each other closely are one.
  static func list(_ faults: [Self]) -> [Self] {
    var list: [Self] = []
    for fault in faults.sorted(by: { ($0.start, $0.text) < ($1.start, $1.text) }) {
      if let index = list.lastIndex(where: { $0.text == fault.text && fault.start <= $0.end + gap })
      {
        list[index].end = max(list[index].end, fault.end)
      } else {
        list.append(fault)
      }
    }
    return list
  }
}

extension CodedBands.Group {
  /// The frequencies as text.
  fileprivate var range: String {
    switch self {
    case .bass: "below 350 Hz"
    case .middle: "between 350 Hz and 4 kHz"
    case .presence: "between 4 and 8.5 kHz"
    case .treble: "above 8.5 kHz"
    }
  }
}

extension Verification.Fault: CustomStringConvertible {
  /// The fault with its times.
  package var description: String {
    "\(text), from \(Planner.thousandths(start)) s to \(Planner.thousandths(end)) s"
  }
}
