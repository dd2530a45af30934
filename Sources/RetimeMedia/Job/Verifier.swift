// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// A writer that writes nothing, but compares a finished result with a second computation of its plan.
final class Verifier: ResultWriter {
  let outputs: [any TrackOutput]
  /// Messages about the tracks that the result lacks.
  let missing: [String]
  private let inputs: OpenInputs

  /// Creates a verifier of the tracks of `plan`; its buffers come from ``Plan/comparable``.
  ///
  /// `result`: a plan that reads the result; the tracks of each kind have the same order in both.
  /// `isStrict`: whether the first fault ends the comparison with an error; otherwise all are
  /// collected.
  /// `onEvent`: receives the end of the last track, or an error, on the workers' threads.
  ///
  /// - Throws: `mismatch` if a track is missing in a strict comparison.
  init(
    _ plan: Plan,
    result: Plan,
    isStrict: Bool = true,
    onEvent: @escaping @Sendable (WriterEvent) -> Void
  ) throws(RetimeError) {
    let inputs = OpenInputs()
    let left = Mutex(plan.tracks.count)
    let end: @Sendable () -> Void = {
      let isLast = left.withLock { left in
        left -= 1
        return left == 0
      }
      if isLast { onEvent(.written) }
    }
    var (outputs, missing) = ([any TrackOutput](), [String]())
    var found: [MediaInfo.Track.Kind: Int] = [:]
    let comparable = plan.comparable
    for (planned, track) in zip(plan.tracks, comparable.tracks) {
      let kind = track.media.kind
      let number = found[kind, default: 0]
      found[kind] = number + 1
      let same = result.tracks(of: kind)
      guard same.indices.contains(number) else {
        let problem = "the result has no \(kind.rawValue) track \(number)"
        guard !isStrict else { throw RetimeError(.mismatch, problem) }
        missing.append(problem)
        outputs.append(UnverifiedOutput(onEnd: end))
        continue
      }
      let made = TrackInput(
        plan: result,
        track: same[number],
        inputs: inputs,
        progress: TrackProgress(),
        watchdog: Watchdog(limit: .seconds(1)),
        onReadError: { onEvent(.failed(RetimeError($0, side: .output, name: plan.output))) },
        onFailure: { onEvent(.failed($0)) },
        onNotice: { _ in }
      )
      outputs.append(
        Self.output(
          TrackCheck(
            plan: comparable,
            track: track,
            smart: planned.packets?.smart,
            made: made,
            isStrict: isStrict,
            onEvent: onEvent,
            onEnd: end
          )
        )
      )
    }
    (self.outputs, self.inputs, self.missing) = (outputs, inputs, missing)
  }

  /// The outcomes for the tracks that could be compared, in the order of the plan.
  var verifications: [Verification] {
    outputs.compactMap { ($0 as? any VerifyingOutput)?.verification }
  }

  func start() {}

  func stop() { inputs.stop() }

  private static func output(_ check: TrackCheck) -> any TrackOutput {
    func sound<Value: AudioSample>(_: Value.Type) -> any TrackOutput {
      ComparedOutput<AudioVerifier<Value>>(check)
    }
    switch check.track.media {
    case .packets(let packets) where packets.kind == .subtitle:
      return ComparedOutput<SubtitleVerifier>(check)
    case .packets: return UnverifiedOutput(onEnd: check.onEnd)
    case .video: return ComparedOutput<FrameVerifier>(check)
    case .audio(let audio):
      switch audio.writtenFormat {
      case .u8: return sound(UInt8.self)
      case .s16: return sound(Int16.self)
      case .s24: return sound(Int24.self)
      case .s24In32: return sound(Int24In32.self)
      case .s32: return sound(Int32.self)
      case .f32: return sound(Float.self)
      case .f64: return sound(Double.self)
      }
    }
  }
}

extension Plan {
  /// Returns the tracks of a kind; those of a plan and of its result have the same order.
  func tracks(of kind: MediaInfo.Track.Kind) -> [Track] { tracks.filter { $0.media.kind == kind } }

  /// The plan with every track in the form in which it can be compared with the decoded result.
  ///
  /// Copied video is decoded. Audio has neither the silence for the encoder delay nor the channel
  /// order of the encoder.
  var comparable: Plan {
    var plan = self
    for index in tracks.indices {
      switch tracks[index].media {
      case .packets(let packets) where packets.kind == .video:
        if let smart = packets.smart {
          plan.tracks[index] = tracks[index].encoding(smart)
        } else {
          plan.tracks[index].media = .video(Video(packets))
        }
      case .audio(var audio):
        (audio.encoderDelay, audio.channelOrder) = (0, nil)
        plan.tracks[index].media = .audio(audio)
      case .packets, .video: break
      }
    }
    return plan
  }
}

extension Plan.Video {
  /// Creates the settings of copied video that is decoded, with each frame at its own time.
  fileprivate init(_ packets: Plan.Packets) {
    self.init(
      timing: .variable,
      sourceFrameRate: packets.sourceFrameRate,
      granularity: packets.granularity,
      orientation: .upright,
      aspect: packets.aspect.flatMap { $0.isEmpty ? nil : $0 },
      fields: .kept
    )
  }
}
