// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Retime {
  /// Returns the file extension of the requested container; nil if none is requested.
  ///
  /// `container`: its name. `profile`: a serialised GStreamer encoding profile.
  ///
  /// - Throws: a usage error if the container does not exist.
  package static func suffix(
    container: String?,
    profile: String?
  ) throws(RetimeError) -> String? {
    guard container != nil || profile != nil else { return nil }
    do throws(GStreamerError) {
      try GStreamer.initialize()
    } catch {
      throw RetimeError(error, side: .output, name: container ?? profile ?? "")
    }
    var request = JobRequest(input: "", output: "", amount: .asMapped)
    (request.container, request.profile) = (container, profile)
    let found = try OutputFormat(request).container
    return found.extensions.first ?? found.name
  }

  /// Returns the lowercase extension of a path if a file of its container is a good result; nil otherwise.
  ///
  /// The container must be measured, have a codec that Retime encodes, and hold more than one frame.
  package static func writableSuffix(of path: String) -> String? {
    guard let container = Container.inTable(forPath: path), !container.isStills,
      (container.video + container.audio).contains(where: { Codec.named($0)?.isMade == true })
    else { return nil }
    return MediaName.suffix(of: path)
  }
}
