// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// The metadata that cameras write into QuickTime files, as GStreamer tags.
enum CameraTags {
  /// Returns the tags of texts by their keys; a key without a tag becomes a comment "KEY=value".
  ///
  /// `hasDate`: whether the work has a date, which takes precedence over the camera's.
  static func tags(_ texts: [(key: String, text: String)], hasDate: Bool) -> TagList {
    var (result, comments) = (TagList(), [String]())
    for (key, text) in texts {
      switch key {
      case "©xyz", "com.apple.quicktime.location.ISO6709":
        if let location = GeoLocation.tags(text) { result = result.merged(location) }
      case "©mak", "com.apple.quicktime.make": result = named("device-manufacturer", text, result)
      case "©mod", "com.apple.quicktime.model": result = named("device-model", text, result)
      case "©day", "com.apple.quicktime.creationdate":
        if !hasDate, !result.has("datetime"),
          let day = try? TagList("taglist, datetime=(datetime)\(text)")
        {
          result = result.merged(day)
        }
      default: comments.append("\(key)=\(text)")
      }
    }
    return comments.isEmpty ? result : result.setting(SourceMetadata.comments, comments)
  }

  private static func named(_ name: String, _ text: String, _ list: TagList) -> TagList {
    list.merged(TagList().setting(name, [text]))
  }
}
