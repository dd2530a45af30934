// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia

/// The list of `retime info --containers` for people.
struct ContainersText: CustomStringConvertible {
  let containers: [WritableContainer]

  var description: String {
    let ready = containers.filter { $0.advice == nil }
    let missing = containers.compactMap { container in
      container.advice.map { "  \(container.name): \($0)" }
    }
    return
      (["Measured:"] + ready.filter(\.isMeasured).map(Self.line)
      + ["", "Not measured; each result is read back and counted:"]
      + ready.filter { !$0.isMeasured }.map(Self.line)
      + (missing.isEmpty ? [] : ["", "Not installed:"] + missing)).joined(separator: "\n")
  }

  private static func line(_ container: WritableContainer) -> String {
    let codecs = [container.video, container.audio, container.subtitles].filter { !$0.isEmpty }
      .map { $0.joined(separator: ", ") }.joined(separator: "; ")
    let others = container.extensions.filter { $0 != container.name }
    let names = others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"
    let muxer = container.muxer.map { " by \($0)" } ?? ""
    return "  \(container.name)\(names): \(codecs)\(muxer)"
  }
}
