// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeMedia
internal import RetimeSystem

/// The timelines for editors that a request is exported as.
actor Exports {
  private let library: Library
  private var count = 0

  init(library: Library) { self.library = library }

  /// Returns the timeline of a request: `{"name", "text", "notes"}`.
  ///
  /// - Throws: a refusal of an unknown format, of an action without a timeline, and of what `retime` refuses.
  func timeline(of request: StudioRequest, format: String) async throws -> JSON {
    if let fault = TimelineExport.fault(of: "a.\(format)") {
      throw RequestError.badRequest("format \(fault)")
    }
    guard request.action.changesTimes else {
      throw RequestError.unprocessable(
        "a timeline has cuts and speeds, and \(request.action.rawValue) has none: choose another action"
      )
    }
    let source = try await library.source(of: request)
    count += 1
    let (paths, name) = (library.paths, "export-\(count)")
    let path = paths.export(name, format)
    if let text = request.attachment?.text {
      try await Blocking.run { try paths.write(text, as: name, $0) }
    }
    let outcome = await library.tool.run(
      library.command(request, of: source).arguments(
        output: nil,
        attachment: paths.map(name),
        extra: ["--export=\(path)", "--overwrite", "--progress=json"]
      )
    )
    let bytes = await Blocking.run { disk -> [UInt8]? in
      defer {
        paths.removeMap(name, disk)
        try? disk.files.remove(path)
      }
      guard let file = try? disk.open(path) else { return nil }
      return file.bytes(at: 0, count: file.byteCount)
    }
    guard outcome.status == 0, let bytes else {
      throw RequestError.unprocessable(library.relative(outcome.message))
    }
    let stem = request.name.lastIndex(of: ".").map { request.name[..<$0] } ?? request.name[...]
    return .object([
      "name": .string("\(stem).\(format)"),
      "text": .string(String(decoding: bytes, as: UTF8.self)),
      "notes": .strings(notes(outcome.lines, path)),
    ])
  }

  /// Returns the notes of a command, without the path of the temporary timeline.
  private func notes(_ lines: [String], _ path: String) -> [String] {
    lines.compactMap { line in
      guard let event = JSON(parsing: Array(line.utf8)),
        ["notice", "warning"].contains(event["event"]?.string ?? ""),
        let message = event["message"]?.string
      else { return nil }
      return library.relative(message.replacing("'\(path)'", with: "the timeline"))
    }
  }
}
#endif
