// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// Plays a reversed result backwards once more and compares it with the source, track by track.
struct Verifier {
  private enum Event: Sendable {
    case done(Verification)
    case failed(RetimeError)
  }

  /// How the result was made, and how it is read; the tracks of both are in the same order.
  let plan: Plan, result: Plan
  let stallTimeout: Duration
  let cancellation: Cancellation

  /// Compares every track.
  ///
  /// - Throws: `mismatch` when something is missing, or a codec that loses nothing has lost something.
  func run(_ onProgress: (Progress) -> Void) throws(RetimeError) -> [Verification] {
    var verifications: [Verification] = []
    let started = ContinuousClock.now
    for (index, track) in plan.tracks.enumerated() {
      guard result.tracks.indices.contains(index),
        result.tracks[index].media.kind == track.media.kind
      else {
        throw RetimeError(
          .mismatch,
          "the result has no \(track.media.kind.rawValue) track \(index)"
        )
      }
      let one = try compare(track, result.tracks[index]) { nanoseconds in
        onProgress(
          Progress(
            .verifying,
            position: Double(index) * plan.sourceDuration + Double(nanoseconds) / 1e9,
            of: plan.sourceDuration * Double(plan.tracks.count),
            elapsed: .now - started
          )
        )
      }
      try one.check(track)
      verifications.append(one)
    }
    return verifications
  }

  private func compare(
    _ source: Plan.Track,
    _ made: Plan.Track,
    _ onPosition: (Int64) -> Void
  ) throws(RetimeError) -> Verification {
    let mailbox = Mailbox<Event>()
    let inputs = OpenInputs()
    let progress = TrackProgress()
    let watchdog = Watchdog(limit: stallTimeout)
    let input = { (plan: Plan, track: Plan.Track) in
      TrackInput(
        plan: plan,
        track: track,
        inputs: inputs,
        progress: progress,
        watchdog: watchdog,
        onReadError: {
          mailbox.post(.failed(RetimeError($0, side: .input, name: plan.input)))
        },
        onNotice: { _ in }
      )
    }
    let comparison = Comparison(source: input(plan, source), made: input(result, made))
    let thread = Joinable(
      Thread(name: "verify") {
        do {
          mailbox.post(.done(try comparison.run()))
        } catch WorkerFailure.error(let error) {
          mailbox.post(.failed(error))
        } catch {
          mailbox.post(.failed(RetimeError(.mismatch, "the result changes while it is read")))
        }
      }
    )
    defer {
      inputs.stop()
      thread.join()
    }
    while true {
      let event = try mailbox.next(unless: cancellation, or: watchdog, of: plan.output)
      onPosition(progress.nanoseconds)
      switch event {
      case nil: continue
      case .done(let verification): return verification
      case .failed(let error): throw error
      }
    }
  }
}

extension Verification {
  /// - Throws: `mismatch` when the track is not what it must be.
  fileprivate func check(_ track: Plan.Track) throws(RetimeError) {
    let name = "\(kind.rawValue) track \(index)"
    guard missing == 0 else {
      throw RetimeError(.mismatch, "\(name): \(missing) of \(frames) frames are not in the result")
    }
    guard isIdentical || !track.losesNothing else {
      throw RetimeError(
        .mismatch,
        "\(name): the result is not the source backwards, although \(track.codec) loses nothing"
      )
    }
  }
}

extension Plan.Track {
  /// Whether the codec gives back what it was given: FLAC and ALAC hold whole numbers of up to 24 bit.
  fileprivate var losesNothing: Bool {
    guard case .audio(let audio) = media else { return codec == "ffv1" }
    switch codec {
    case "pcm": return audio.outputSampleRate == audio.sampleRate
    case "flac", "alac":
      return [.u8, .s16, .s24, .s24In32].contains(audio.format)
        && audio.outputSampleRate == audio.sampleRate
    default: return false
    }
  }
}
