// SPDX-License-Identifier: MPL-2.0

/// A violation found in a job.
struct Finding: Sendable {
  /// The kinds of findings, by the names in `known.tsv`.
  enum Sort: String, Sendable {
    /// The program was killed by a signal, or caught one from a codec.
    case crash
    /// The program did not end in time.
    case hang
    /// No progress was made, and the program gave up as it should.
    case stall
    /// A file that ffmpeg reads without an error is refused as damaged.
    case refused
    /// The exit code is not one of a refusal.
    case code
    /// A failure without one clear message, or a success with one.
    case message
    /// A file has the final name after a failure, or a hidden one is left.
    case leftover
    /// ffmpeg reports an error in the result.
    case damaged
    /// A track, the chapters or the cover picture is missing without an announcement.
    case lost
    /// A track that the source does not have.
    case extra
    /// The number of frames.
    case pictures
    /// The frames of a copy differ.
    case content
    /// The number of samples.
    case sound
    /// The start of a track relative to the others.
    case start
    /// The end of a track.
    case end
    /// The offset of the source's audio in the result, relative to the video.
    case sync
    /// The result's frame count differs from the one reported.
    case told
    /// The tracks of `retime info`.
    case info
  }

  let sort: Sort
  let text: String

  init(_ sort: Sort, _ text: String) { (self.sort, self.text) = (sort, text) }
}

/// The outcome of one job on one file.
struct Outcome: Sendable {
  /// How the program ended.
  enum Ending: String, Sendable { case done, refused, stalled, crashed, hung, failed }

  let job: Job
  var ending = Ending.failed
  var code: Int32 = 0
  /// The first line of the failure's message.
  var message = ""
  /// The messages of what the program announced as dropped.
  var announced: [String] = []
  var seconds = 0.0, peakMegabytes = 0
  /// Tracks as source → expected → result, as text.
  var tracks: [String] = []
  /// The violations, and the known ones with their reasons.
  var findings: [Finding] = []
  var accepted: [(finding: Finding, reason: String)] = []

  /// One word for the table.
  var verdict: String {
    if !findings.isEmpty { return "FAIL" }
    if !accepted.isEmpty { return "known" }
    return ending == .done ? "ok" : "refused"
  }
}
