// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The options for speed changes, cuts and freeze frames.
struct MapOptions: ParsableArguments {
  @Option(
    name: .long,
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A speed keyframe: the speed at a source time. The speed changes gradually from one keyframe to the next: "
        + "--at 3=1 --at 3.5=1/4.",
      valueName: "TIME=SPEED"
    )
  )
  var at: [String] = []

  @Option(
    name: .long,
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The speed of a range of the source, or cut to remove it: --range 1:00-1:30=4, --range 5-end=cut.",
      valueName: "A-B=SPEED|cut"
    )
  )
  var range: [String] = []

  @Option(
    name: .long,
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Freeze the frame at TIME for SECONDS, in silence: --hold 4=1.5.",
      valueName: "TIME=SECONDS"
    )
  )
  var hold: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The easing between speed keyframes: smooth, linear, or none for steps. (default: smooth)",
      valueName: "EASE"
    ),
    completion: .list(["smooth", "linear", "none"])
  )
  var ease: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file with the map: JSON as printed by --dry-run --json, a timeline of an editor (.otio, .edl, .fcpxml, .mlt), a table of start, end and speed (.csv), or the cuts and speed of ffmpeg's filters: \"setpts=0.5*PTS\".",
      valueName: "FILE"
    ),
    completion: .file()
  )
  var map: String?

  @Option(name: .long, help: ArgumentHelp("Play the whole N times.", valueName: "N"))
  var loop: Int?

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp(
      "The length of the audio crossfade at cuts, in milliseconds. (default: 5)",
      valueName: "MS"
    )
  )
  var jointFade: Int?

  /// Returns the edits given by the options; nil if there are none.
  private func edits() throws -> MapEdits? {
    let edits = try Parse.usage { () throws(MapEditError) in
      let ease = try MapEdits.ease(parsing: self.ease ?? "smooth")
      return try MapEdits(keys: at, ranges: range, holds: hold, ease: ease)
    }
    return edits.isEmpty ? nil : edits
  }

  func validate() throws {
    let edits = try edits()
    guard map == nil || edits == nil else {
      throw ValidationError("--map is the whole map: leave out --at, --range and --hold")
    }
    _ = try course()
    guard ease == nil || !at.isEmpty else {
      throw ValidationError(
        "--ease is the easing between speed keyframes: give keyframes with --at"
      )
    }
    if let loop, !MapError.loops.contains(loop) {
      throw ValidationError(
        "--loop \(loop): \(MapError.loops.lowerBound) to \(MapError.loops.upperBound) times are allowed"
      )
    }
    if let jointFade, !(0...1000).contains(jointFade) {
      throw ValidationError("--joint-fade \(jointFade): 0 to 1000 milliseconds are allowed")
    }
  }

  /// Whether the map determines the output's duration.
  var isGiven: Bool { loop != nil || hasCourse }

  /// Whether there is a map, or an edit.
  var hasCourse: Bool { map != nil || !(at.isEmpty && range.isEmpty && hold.isEmpty) }

  private func course() throws -> JobRequest.Course? {
    guard let map else { return try edits().map(JobRequest.Course.edits) }
    guard FilterChain.isOne(map) else { return .file(map) }
    return .filters(try Parse.usage { () throws(MapEditError) in try FilterChain(parsing: map) })
  }

  func apply(to request: inout JobRequest) throws {
    request.course = try course()
    request.loops = loop ?? 1
    if let jointFade { request.jointFade = RationalTime(Int64(jointFade), 1000) }
  }
}
