// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeCore

/// The rule for all jobs that places the source's chapters in the result.
struct PlayedChapters {
  let map: TimeMap
  /// The source time that becomes time 0.
  let origin: StreamTime
  /// The duration from the origin to the end of the last track.
  let sourceDuration: RationalTime

  /// Returns the chapters in the order of the result.
  ///
  /// A chapter without an end lasts until the next one, or until the source's end. It is cut at the
  /// ends of the played part, and dropped if nothing is left. Each pass plays its chapters where it
  /// plays their frames, so a backward pass mirrors them. A chapter that continues after a cut does
  /// not start anew.
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

  /// Returns the played part of a chapter, counted from the origin; nil for none.
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
  /// Converts a chapter of the result.
  init(_ chapter: Plan.Chapter) {
    self.init(title: chapter.title, start: chapter.start, end: chapter.end)
  }
}
