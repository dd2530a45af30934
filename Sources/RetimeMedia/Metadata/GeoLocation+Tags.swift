// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

extension GeoLocation {
  /// Returns the tags of a GPS location; nil for text in another form.
  static func tags(_ text: String) -> TagList? {
    guard let numbers = numbers(text) else { return nil }
    let fields = zip(names, numbers).map { name, value in "\(name)=(double)\(value)" }
    return try? TagList("taglist, \(fields.joined(separator: ", "))")
  }
}
