// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// What cameras write into QuickTime files, as GStreamer's tags.
enum CameraTags {
  /// The tags of texts by their keys; what has no tag becomes a comment "KEY=value".
  ///
  /// `hasDate`: whether the work has a date that goes before the camera's.
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
