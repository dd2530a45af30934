// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

extension JobRequest.Source {
  /// Parses a source: a path or an address, which may end with the part to use.
  ///
  /// The part is a media fragment of the W3C: "a.mp4#t=12,40" is the part from 12 s to 40 s, and
  /// either time may be left out. A file of exactly this name is that file.
  ///
  /// - Throws: `usage` for a part that is no part.
  public init(parsing text: String) throws(RetimeError) {
    guard let mark = text.range(of: Self.mark), (try? FileSystem.entry(at: text)) == nil else {
      self.init(text)
      return
    }
    let times = text[mark.upperBound...].split(separator: ",", omittingEmptySubsequences: false)
    guard times.count <= 2, let first = times.first, mark.lowerBound > text.startIndex else {
      throw Self.fault(text)
    }
    let start = try Self.time(first, of: text)
    let end = times.count == 2 ? try Self.time(times[1], of: text) : nil
    guard start != nil || end != nil, end.map({ $0 > start ?? .zero }) ?? true else {
      throw Self.fault(text)
    }
    self.init(String(text[..<mark.lowerBound]), start: start, end: end)
  }

  private static let mark = "#t="

  private static func time(
    _ text: Substring,
    of source: String
  ) throws(RetimeError) -> RationalTime? {
    if text.isEmpty { return nil }
    guard let time = try? RationalTime(parsing: String(text)) else { throw fault(source) }
    return time
  }

  private static func fault(_ text: String) -> RetimeError {
    RetimeError(
      .usage,
      "'\(text)' names no part of a file: give FILE#t=START,END with times such as 12.5 or 1:02:03, the start before the "
        + "end; either may be left out"
    )
  }
}

extension String {
  /// Returns the last place of a text; nil if there is none.
  fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).last }
}
