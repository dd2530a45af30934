// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia

// The objects of `--progress json`, one a line; their keys are part of the command line's contract.

/// The progress of the job.
struct ProgressEvent: Encodable {
  private let progress: JobProgress

  init(_ progress: JobProgress) { self.progress = progress }

  private enum Key: CodingKey {
    case event, fraction, position, eta, speed, framesPerSecond
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    let phase = progress.phase == .making ? "progress" : progress.phase.rawValue
    try values.encode(phase, forKey: .event)
    try values.encode(progress.fraction, forKey: .fraction)
    try values.encode(progress.position, forKey: .position)
    // Unknown values are null rather than missing.
    try values.encode(progress.eta, forKey: .eta)
    try values.encode(progress.speed, forKey: .speed)
    try values.encode(progress.framesPerSecond, forKey: .framesPerSecond)
  }
}

/// A message for the user.
struct MessageEvent: Encodable {
  enum Kind: String, Encodable {
    /// Something that the user should know.
    case warning
    /// An unusual way in which the job runs.
    case notice
  }
  let event: Kind, message: String
}

/// The end of a successful job.
struct DoneEvent: Encodable {
  struct Track: Encodable {
    let kind: String, frames: Int, duration: Double
  }
  struct Comparison: Encodable {
    let kind: String, index: Int, frames: Int, identical: Bool, psnr: Double?
  }
  let event = "done"
  let output: String, duration: Double, tracks: [Track]
  /// The results of `--verify`; nil if it was not given.
  let verification: [Comparison]?, certificate: Certificate?

  init(_ report: Report) {
    output = report.output
    duration = report.duration
    tracks = report.tracks.map {
      Track(kind: $0.kind.rawValue, frames: $0.frames, duration: $0.duration)
    }
    let compared = report.verification.map {
      Comparison(
        kind: $0.kind.rawValue,
        index: $0.index,
        frames: $0.frames,
        identical: $0.isIdentical,
        psnr: $0.psnr
      )
    }
    verification = compared.isEmpty ? nil : compared
    certificate = report.certificate
  }
}

/// The failure of a job.
struct ErrorEvent: Encodable {
  let event = "error"
  let code: Int32, message: String

  init(_ error: RetimeError) {
    code = error.kind.rawValue
    message = error.description
  }
}
