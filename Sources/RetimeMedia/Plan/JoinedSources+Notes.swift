// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

// What the first source's form changes in the others, and what is left out.

extension JoinedSources {
  /// Notes what the first source's form changes in the others, and what of them is left out.
  func note(_ notes: inout PlanNotes, showsAll: Bool) {
    if let encodingReason {
      notes.change("all video frames are encoded, as \(encodingReason)")
    }
    for source in plans.indices {
      let (plan, name) = (plans[source], "'\(plans[source].input)'")
      if source > 0 {
        for text in planners[source].readingLosses { notes.lose("\(name): \(text)") }
      }
      noteSparse(source, &notes)
      let continuing = plans[0].tracks.compactMap { index(of: $0.streamID, in: source) }
      for (index, track) in plan.tracks.enumerated()
      where source > 0 && !continuing.contains(index) && !track.media.kind.isSparse {
        notes.lose(
          "\(name): \(track.media.kind.rawValue) track \(track.index), which '\(plans[0].input)' does not have"
        )
      }
      for first in continued {
        guard let own = self.index(of: first.streamID, in: source) else {
          let length = Planner.thousandths(
            (sequence.end(of: source) - sequence.start(of: source)).seconds
          )
          notes.change(
            "\(name) has no \(first.media.kind.rawValue) for track \(first.index): "
              + (first.audio == nil
                ? "the last frame before it is held for \(length) s" : "\(length) s are silent")
          )
          continue
        }
        let changes = changes(of: plan.tracks[own], source, to: first, showsAll: showsAll)
        if !changes.isEmpty {
          notes.change("\(name): \(changes.joined(separator: ", "))")
        }
      }
    }
  }

  private func noteSparse(_ source: Int, _ notes: inout PlanNotes) {
    let sparse = planners[source].scan.info.tracks.filter { track in
      track.kind.isSparse && planners[source].scan.subtitles[track.streamID] == nil
    }
    guard !sparse.isEmpty else { return }
    notes.lose(
      "'\(plans[source].input)': \(sparse.count.counting("track")) of subtitles or data, which are not joined"
    )
  }

  private func changes(
    of track: Plan.Track,
    _ source: Int,
    to first: Plan.Track,
    showsAll: Bool
  ) -> [String] {
    var changes: [String] = []
    if let own = track.audio, let wanted = first.audio {
      if own.sampleRate != wanted.sampleRate {
        changes.append("\(own.sampleRate) Hz become \(wanted.sampleRate) Hz")
      }
      if own.channels != wanted.channels {
        changes.append(
          "\(own.channels.counting("channel")) become \(wanted.channels)"
            + (own.channels > wanted.channels ? ": they are mixed" : "")
        )
      }
      let excess =
        plans[source].range(of: track).end
        - (sequence.end(of: source) - sequence.start(of: source))
      if excess >= RationalTime(1, 1000) {
        changes.append(
          "its audio ends with its video, \(Planner.thousandths(excess.seconds)) s earlier"
        )
      }
      return changes
    }
    guard let own = track.video, let wanted = first.video, source > 0 else { return [] }
    let size = { (index: Int, id: String) in
      frameCaps(of: id, in: index).flatMap { caps in
        caps.int("width").flatMap { width in caps.int("height").map { "\(width)x\($0)" } }
      }
    }
    if let from = size(source, track.streamID), let to = size(0, first.streamID), from != to {
      changes.append("\(from) are fitted into \(to)")
    }
    if own.hasAlpha, !wanted.hasAlpha { changes.append("its transparency is left out") }
    if own.orientation != wanted.orientation { changes.append("its frames are turned upright") }
    let rates = [(source, track), (0, first)].map { index, track in
      planners[index].scan.counts[track.streamID]?.constantRate
    }
    if !showsAll, let to = rates[1], rates[0] != to {
      changes.append(
        (rates[0].map { "\($0) frames a second are shown at" } ?? "its uneven frames are shown at")
          + " \(to)"
      )
    }
    return changes
  }
}

extension Planner {
  /// The parts of the source that cannot be read, as text.
  fileprivate var readingLosses: [String] {
    let info = scan.info
    var notes = PlanNotes()
    for text in scan.unread { notes.lose(text) }
    noteMissingSound(info, &notes)
    let tracks = (try? select(info, &notes)) ?? []
    noteMissingEnd(after: tracks.map(\.count.end).max(), &notes)
    return notes.lost
  }
}

extension Plan.Video {
  /// Whether its frames have transparency.
  fileprivate var hasAlpha: Bool {
    colors.flatMap { try? VideoFormat(Caps("video/x-raw, format=(string)\($0.format)")) }?.hasAlpha
      ?? false
  }
}
