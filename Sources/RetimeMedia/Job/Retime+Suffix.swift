// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Retime {
  /// The extension of the files of a container that somebody asks for; nil where nobody does.
  ///
  /// `container`: its name. `profile`: GStreamer's serialised encoding profile.
  /// - Throws: a usage error where there is no such container.
  public static func suffix(
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

  /// The extension of a file, in small letters, if it is one of a container that Retime writes.
  public static func writableSuffix(of path: String) -> String? {
    Container.forPath(path).map { _ in MediaName.suffix(of: path) }
  }
}
