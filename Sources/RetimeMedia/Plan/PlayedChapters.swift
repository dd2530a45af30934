// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeCore

/// Where the chapters of a source come to lie in the result: the one rule for all jobs.
struct PlayedChapters {
  let map: TimeMap
  /// The source time that becomes time 0.
  let origin: StreamTime
  /// From there to the end of the last track.
  let sourceDuration: RationalTime

  /// The chapters in the order of the result.
  ///
  /// A chapter without an end lasts to the next one, or to the source's end. What lies outside of the
  /// part that is played is cut off, and a chapter of which nothing is left is dropped. Each pass plays
  /// its chapters where it plays their pictures, so that backwards they are mirrored. One that goes on behind a cut
  /// does so without beginning anew.
  func place(_ chapters: [FileChapter]) -> [Plan.Chapter] {
    let ordered = chapters.enumerated()
      .sorted { ($0.element.start ?? 0, $0.offset) < ($1.element.start ?? 0, $1.offset) }
      .map(\.element)
    let parts = ordered.enumerated().compactMap { index, chapter in
      part(chapter, next: index + 1 < ordered.count ? ordered[index + 1].start : nil)
    }
    var chapters: [Plan.Chapter] = []
    var before: (pass: PlaybackPass, part: Int)?
    for pass in map.passes(sourceDuration: sourceDuration) {
      for index in pass.isBackward ? parts.indices.reversed() : Array(parts.indices) {
        guard let shown = map.output(from: parts[index].start, to: parts[index].end, of: pass)
        else { continue }
        let end = shown.end.streamTime
        if let last = before, last.part == index, pass.goesOn(after: last.pass), !chapters.isEmpty {
          chapters[chapters.count - 1].end = end
        } else {
          chapters.append(
            Plan.Chapter(title: parts[index].title, start: shown.start.streamTime, end: end)
          )
        }
        before = (pass, index)
      }
    }
    return chapters
  }

  private typealias Part = (title: String?, start: RationalTime, end: RationalTime)

  /// What is played of a chapter, counted from the origin; nil for nothing.
  private func part(_ chapter: FileChapter, next: StreamTime?) -> Part? {
    let start = RationalTime(chapter.start ?? 0) - RationalTime(origin)
    let end = (chapter.end ?? next).map { RationalTime($0) - RationalTime(origin) }
    let from = max(start, .zero)
    let to = min(end ?? sourceDuration, sourceDuration)
    let isMoment = start == end && start >= .zero && start < sourceDuration
    guard from < to || isMoment else { return nil }
    return (chapter.title, from, max(from, to))
  }
}

extension FileChapter {
  /// A chapter of a result.
  init(_ chapter: Plan.Chapter) {
    self.init(title: chapter.title, start: chapter.start, end: chapter.end)
  }
}
