// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeMedia

/// The containers that the form offers, which depend on the installed plugins.
actor OfferedContainers {
  private let tool: RetimeTool
  private var found: Task<JSON?, Never>?

  init(tool: RetimeTool) { self.tool = tool }

  /// Returns the names of containers for video and for audio alone, the preferred ones first.
  ///
  /// They are those whose results were measured and are a single media file. GStreamer is asked once.
  ///
  /// - Throws: a server error if the list cannot be made; the next call tries again.
  func json() async throws -> JSON {
    let task =
      found
      ?? Task { [tool] in
        let outcome = await tool.run(["info", "--containers", "--json"])
        guard outcome.status == 0, let all = JSON(parsing: outcome.output) else { return nil }
        return Self.offered(all.elements)
      }
    found = task
    guard let list = await task.value else {
      found = nil
      throw RequestError(.internalServerError, "the containers cannot be listed: try again")
    }
    return list
  }

  /// Returns the names by the kind of their tracks, from the output of `retime info --containers --json`.
  private static func offered(_ containers: [JSON]) -> JSON {
    var (video, audio) = ([String](), [String]())
    for container in containers {
      guard container["measured"] == .bool(true), container["advice"] == nil,
        let name = container["name"]?.string, MediaName.isMedia("a.\(name)")
      else { continue }
      if container["video"]?.elements.isEmpty == false {
        video.append(name)
      } else if container["audio"]?.elements.isEmpty == false {
        audio.append(name)
      }
    }
    return .object(["video": .strings(video), "audio": .strings(audio)])
  }
}
#endif
