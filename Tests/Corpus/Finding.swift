// SPDX-License-Identifier: MPL-2.0

/// One thing about a job that is not as it must be.
struct Finding: Sendable {
  /// The sorts of findings, by the names that `known.tsv` uses.
  enum Sort: String, Sendable {
    /// The program was killed by a signal, or caught one from a codec.
    case crash
    /// The program did not end by itself in time.
    case hang
    /// Nothing moved, and the program gave up as it should.
    case stall
    /// A file that ffmpeg reads without complaint is refused as damaged.
    case refused
    /// The exit code is none that a refusal may have.
    case code
    /// A failure without one clear message, or a success with one.
    case message
    /// A file exists under the final name after a failure, or a hidden one is left.
    case leftover
    /// ffmpeg complains of the result.
    case damaged
    /// A track, the chapters or the cover picture is gone, and nobody said so.
    case lost
    /// A track that the source does not have.
    case extra
    /// The number of pictures.
    case pictures
    /// The pictures of a copy are others.
    case content
    /// The number of samples.
    case sound
    /// When a track begins, against the others.
    case start
    /// When a track ends.
    case end
    /// Where the sound of the source is found in the result, against the pictures.
    case sync
    /// The result has another number of frames than the program says.
    case told
    /// What `retime info` says of a track.
    case info
  }

  let sort: Sort
  let text: String

  init(_ sort: Sort, _ text: String) { (self.sort, self.text) = (sort, text) }
}

/// What became of one job on one file.
struct Outcome: Sendable {
  /// How the program ended.
  enum Ending: String, Sendable { case done, refused, stalled, crashed, hung, failed }

  let job: Job
  var ending = Ending.failed
  var code: Int32 = 0
  /// The first line of what was said of the failure.
  var message = ""
  /// What the program announced as lost.
  var announced: [String] = []
  var seconds = 0.0, peakMegabytes = 0
  /// Tracks as source → expected → result, in words.
  var tracks: [String] = []
  /// What is wrong, and what of that is known, with the reason.
  var findings: [Finding] = []
  var accepted: [(finding: Finding, reason: String)] = []

  /// One word for the table.
  var verdict: String {
    if !findings.isEmpty { return "FAIL" }
    if !accepted.isEmpty { return "known" }
    return ending == .done ? "ok" : "refused"
  }
}
