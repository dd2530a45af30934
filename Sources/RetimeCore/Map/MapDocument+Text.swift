// SPDX-License-Identifier: MPL-2.0

extension MapDocument: CustomStringConvertible {
  /// The document as JSON in one line, with exact quotients; `init(parsing:)` restores the same document.
  public var description: String {
    let total = duration.map { ",\"duration\":\"\($0.rational)\"" } ?? ""
    return
      "{\"retime-map\":1,\"sections\":[\(sections.map(\.json).joined(separator: ","))]\(total)}"
  }
}

extension MapDocument.Section {
  fileprivate var json: String {
    switch self {
    case .play(let from, let to, let speed, let last, let ease):
      let speeds =
        speed == last
        ? "\"\(speed)\"" : "[\"\(speed)\",\"\(last)\"],\"ease\":\"\(ease.rawValue)\""
      return "{\"from\":\"\(from.text)\",\"to\":\"\(to.text)\",\"speed\":\(speeds)}"
    case .hold(let time, let duration):
      return "{\"hold\":\"\(time.text)\",\"for\":\"\(duration.rational)\"}"
    }
  }
}

extension MapDocument.Time {
  /// The seconds as a quotient, or "end".
  var text: String {
    switch self {
    case .time(let time): "\(time.rational)"
    case .end: "end"
    }
  }
}
