// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Planner {
  /// Returns the tags with the date in the form that the container takes.
  func dated(_ tags: TagList, _ support: MetadataSupport, _ notes: inout PlanNotes) -> TagList {
    guard let text = tags.texts("date").first ?? tags.texts("datetime").first,
      let name = ["datetime", "date"].first(where: support.takes)
    else { return tags }
    var day = text
    if name == "date" {
      let parts = text.prefix { $0 != "T" }.split(separator: "-")
      day = (parts + ["01", "01"].suffix(max(0, 3 - parts.count))).joined(separator: "-")
      if day != text {
        notes.change("the date \(text) becomes \(day), as \(format.container.name) needs a day")
      }
    }
    guard let date = try? TagList("taglist, \(name)=(\(name))\(day)") else { return tags }
    return tags.filtered { $0 != "date" && $0 != "datetime" }.merged(date)
  }
}
