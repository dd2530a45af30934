// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// Why a job could not be done, in words for a person, with the exit code of `sysexits.h`.
public struct RetimeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure; the raw value is the exit code of the command line.
  public enum Kind: Int32, Sendable {
    /// The request makes no sense.
    case usage = 64
    /// The input is not media, or damaged beyond use.
    case badInput = 65
    /// The input cannot be opened.
    case cannotOpen = 66
    /// A codec or an element is missing.
    case missingCodec = 69
    /// The result is not what it must be.
    case mismatch = 70
    /// The output cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed, such as on a full disk.
    case inputOutput = 74
    /// The person at the terminal interrupted the job.
    case interrupted = 130
    /// The system asked the job to end.
    case terminated = 143
  }

  /// What kind of failure it is.
  public var kind: Kind
  /// What was given, what is allowed and what to do.
  public var description: String
  /// What GStreamer said, for a report of a fault.
  public var detail: String?

  /// An error of `kind` that says `description`.
  public init(_ kind: Kind, _ description: String, detail: String? = nil) {
    self.kind = kind
    self.description = description
    self.detail = detail
  }
}

// MARK: - From GStreamer's errors

extension RetimeError {
  /// Where in a job an error arose, which decides what it means.
  enum Side { case input, output }

  /// What a GStreamer error means for the person who started the job.
  init(_ error: GStreamerError, side: Side, name: String) {
    let detail = [error.element, error.debug].compactMap { $0 }.joined(separator: ": ")
    let kind: Kind =
      switch (error.category, side) {
      case (.missingPlugin, _): .missingCodec
      case (.cannotOpen, .input): .cannotOpen
      case (.cannotOpen, .output), (.cannotCreate, _): .cannotCreate
      case (.inputOutput, _): .inputOutput
      case (.badStream, .input), (.other, .input): .badInput
      case (.badStream, .output), (.other, .output): .missingCodec
      }
    var text =
      switch (kind, side) {
      case (.badInput, _): "'\(name)' cannot be read as media: \(Self.reason(error))"
      case (.cannotOpen, _) where error.message.hasPrefix("Internal data stream error"):
        "'\(name)' cannot be opened: nobody answers there, or no more; see that the address is right and the server runs"
      case (.cannotOpen, _): "'\(name)' cannot be opened: \(error.message)"
      case (.inputOutput, .output): "'\(name)' cannot be written: \(error.message)"
      case (.inputOutput, .input): "'\(name)' cannot be read: \(error.message)"
      case (_, .output): "'\(name)' cannot be made: \(error.message)"
      default: "'\(name)': \(error.message)"
      }
    if side == .output, detail.contains("not-negotiated") {
      text =
        "'\(name)' cannot be made: the encoder does not take such pictures or sound. Choose another "
        + "with --video-encoder or --audio-encoder"
    }
    if error.category == .missingPlugin, let element = error.element {
      text += DebianPackage.advice(forElement: element)
    }
    self.init(kind, text, detail: detail.isEmpty ? nil : detail)
  }

  /// Why reading failed; a text of GStreamer that names no reason comes after one.
  private static func reason(_ error: GStreamerError) -> String {
    let vague = [
      "Internal data stream error.", "Internal data flow error.", "Internal GStreamer error",
      "GStreamer encountered a general", "Could not multiplex stream.", "Could not decode stream.",
      "Could not demultiplex stream.", "Unable to allocate memory",
      "This stream contains no valid or supported streams.",
    ]
    guard vague.contains(where: error.message.hasPrefix) else { return error.message }
    return
      "it is damaged, or in a form that GStreamer does not read. GStreamer says: \(error.message)"
  }
}
