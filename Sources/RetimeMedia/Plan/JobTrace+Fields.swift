// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

extension JobTrace {
  /// A job setting that the map does not contain.
  struct Field: Sendable {
    /// The option's name.
    let name: String
    /// The value as text; nil for the default value.
    let text: @Sendable (JobRequest) -> String?
    /// A setter that returns false if the text is not a valid value.
    let set: @Sendable (inout JobRequest, String) -> Bool
  }

  /// All settings, in the order in which they are written.
  static let fields: [Field] =
    [
      Field(name: "fps", text: { $0.frameTiming.text }) { request, text in
        guard let timing = JobRequest.FrameTiming(text) else { return false }
        request.frameTiming = timing
        return true
      },
      choice("frames", \.selection),
      choice("flow-quality", \.flowQuality),
      Field(name: "motion-blur", text: { $0.motionBlur.map { "\($0.angle)" } }) { request, text in
        request.motionBlur = Int(text).flatMap(MotionBlur.init(angle:))
        return request.motionBlur != nil
      },
      choice("deinterlace", \.deinterlacing),
      choice("quality", \.quality),
      choice("audio-method", \.audioMethod), choice("dither", \.dither),
      Field(name: "headroom", text: { $0.headroom == 0 ? nil : "\($0.headroom)" }) {
        request,
        text in
        request.headroom = Double(text) ?? -1
        return JobRequest.headrooms.contains(request.headroom)
      },
      Field(name: "pitch", text: { $0.pitch == .follow ? nil : "\($0.pitch)" }) { request, text in
        guard let pitch = try? Pitch(parsing: text) else { return false }
        request.pitch = pitch
        return true
      },
      Field(
        name: "joint-fade",
        text: { $0.jointFade == RationalTime(5, 1000) ? nil : "\($0.jointFade.rational)" }
      ) { request, text in
        guard let seconds = try? Rational(parsing: text) else { return false }
        request.jointFade = RationalTime(seconds: seconds)
        return true
      },
      time("start", \.start), time("end", \.end),
      number("rate", \.sampleRate), number("channel", \.channel),
      tracks("video-track", \.videoTracks), tracks("audio-track", \.audioTracks),
      tracks("subtitle-track", \.subtitleTracks), choice("captions", \.captions),
      text("video-encoder", \.videoEncoder), text("audio-encoder", \.audioEncoder),
      text("container", \.container), text("profile", \.profile),
    ]
    + [
      flag("repeats", \.keepsRepeats), flag("formants", \.keepsFormants),
      flag("hold-sound", \.sustainsHolds), flag("mono", \.isMono), flag("sdr", \.makesSDR),
      flag("copy-video", \.copiesVideo), flag("copy-audio", \.copiesAudio),
      flag("bake-rotation", \.bakesRotation), flag("smart", \.isSmart),
      flag("trims-last-frame", \.trimsLastFrame),
    ]

  private typealias Key<Value> = WritableKeyPath<JobRequest, Value> & Sendable

  private static let usual = JobRequest(input: "", output: "", amount: .asMapped)

  private static func choice<Value: RawRepresentable<String> & Equatable & SendableMetatype>(
    _ name: String,
    _ key: any Key<Value>
  ) -> Field {
    Field(
      name: name,
      text: { $0[keyPath: key] == usual[keyPath: key] ? nil : $0[keyPath: key].rawValue }
    ) { request, text in
      guard let value = Value(rawValue: text) else { return false }
      request[keyPath: key] = value
      return true
    }
  }

  private static func flag(_ name: String, _ key: any Key<Bool>) -> Field {
    Field(name: name, text: { $0[keyPath: key] ? "1" : nil }) { request, text in
      request[keyPath: key] = text == "1"
      return text == "1"
    }
  }

  private static func number(_ name: String, _ key: any Key<Int?>) -> Field {
    Field(name: name, text: { $0[keyPath: key].map { "\($0)" } }) { request, text in
      request[keyPath: key] = Int(text)
      return Int(text) != nil
    }
  }

  private static func text(_ name: String, _ key: any Key<String?>) -> Field {
    Field(name: name, text: { $0[keyPath: key] }) { request, text in
      request[keyPath: key] = text
      return true
    }
  }

  private static func time(_ name: String, _ key: any Key<RationalTime?>) -> Field {
    Field(name: name, text: { $0[keyPath: key].map { "\($0.rational)" } }) { request, text in
      guard let seconds = try? Rational(parsing: text) else { return false }
      request[keyPath: key] = RationalTime(seconds: seconds)
      return true
    }
  }

  private static func tracks(_ name: String, _ key: any Key<TrackChoice>) -> Field {
    Field(
      name: name,
      text: { request in
        switch request[keyPath: key] {
        case .all: nil
        case .none: "none"
        case .track(let index): "\(index)"
        }
      }
    ) { request, text in
      guard text == "none" || Int(text) != nil else { return false }
      request[keyPath: key] = Int(text).map(TrackChoice.track) ?? .none
      return true
    }
  }
}

extension JobRequest.FrameTiming {
  /// The value as text of the option; nil for the default.
  fileprivate var text: String? {
    switch self {
    case .source: nil
    case .variable: "vfr"
    case .kept: "kept"
    case .constant(let rate): "\(rate.numerator)/\(rate.denominator)"
    }
  }

  fileprivate init?(_ text: String) {
    switch text {
    case "vfr": self = .variable
    case "kept": self = .kept
    default:
      guard let rate = try? FrameRate(parsing: text) else { return nil }
      self = .constant(rate)
    }
  }
}
