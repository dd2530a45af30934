// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia

// The objects of `--progress json`, one a line; their keys are part of the command line's contract.

/// How far the job has come.
struct ProgressEvent: Encodable {
  let event: String
  let fraction: Double, position: Double, eta: Double?, speed: Double, framesPerSecond: Double?

  init(_ progress: Progress) {
    event = progress.phase == .making ? "progress" : progress.phase.rawValue
    fraction = progress.fraction
    position = progress.position
    eta = progress.eta
    speed = progress.speed
    framesPerSecond = progress.framesPerSecond
  }

  private enum Key: String, CodingKey {
    case event, fraction, position, eta, speed, framesPerSecond
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(event, forKey: .event)
    try values.encode(fraction, forKey: .fraction)
    try values.encode(position, forKey: .position)
    try values.encode(eta, forKey: .eta)
    try values.encode(speed, forKey: .speed)
    try values.encode(framesPerSecond, forKey: .framesPerSecond)
  }
}

/// What the person should know.
struct WarningEvent: Encodable {
  let event = "warning"
  let message: String

  private enum CodingKeys: CodingKey { case event, message }
}

/// How the job is done, where that is not the usual way.
struct NoticeEvent: Encodable {
  let event = "notice"
  let message: String

  private enum CodingKeys: CodingKey { case event, message }
}

/// The job is done.
struct DoneEvent: Encodable {
  struct Track: Encodable {
    let kind: String, frames: Int, duration: Double
  }
  struct Comparison: Encodable {
    let kind: String, index: Int, frames: Int, identical: Bool, psnr: Double?
  }
  let event = "done"
  let output: String, duration: Double, tracks: [Track]
  /// Only there when `--verify` was given.
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

  private enum CodingKeys: CodingKey {
    case event, output, duration, tracks, verification, certificate
  }
}

/// The job failed.
struct ErrorEvent: Encodable {
  let event = "error"
  let code: Int32, message: String

  init(_ error: RetimeError) {
    code = error.kind.rawValue
    message = error.description
  }

  private enum CodingKeys: CodingKey { case event, code, message }
}
