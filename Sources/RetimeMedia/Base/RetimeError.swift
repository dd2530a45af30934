// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The failure of a job: a message for the user and an exit code of `sysexits.h`.
public struct RetimeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure; the raw value is the exit code of the command line.
  public enum Kind: Int32, Sendable {
    /// The request is invalid.
    case usage = 64
    /// The input is not media, or is damaged beyond use.
    case badInput = 65
    /// The input cannot be opened.
    case cannotOpen = 66
    /// A codec or an element is missing.
    case missingCodec = 69
    /// The result differs from what is expected.
    case mismatch = 70
    /// The output cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed, for example on a full disk.
    case inputOutput = 74
    /// The user interrupted the job (SIGINT).
    case interrupted = 130
    /// The system terminated the job (SIGTERM or SIGHUP).
    case terminated = 143
  }

  /// The kind of failure.
  public var kind: Kind
  /// The message: what was given, what is allowed and what to do.
  public var description: String
  /// GStreamer's own message, for a bug report.
  public var detail: String?

  /// Creates an error.
  package init(_ kind: Kind, _ description: String, detail: String? = nil) {
    self.kind = kind
    self.description = description
    self.detail = detail
  }
}

// MARK: - From GStreamer's errors

extension RetimeError {
  /// The side of a job on which an error occurred, which decides what the error means.
  enum Side { case input, output }

  /// Creates an error from a GStreamer error, worded for the user.
  init(_ error: GStreamerError, side: Side, name: String) {
    let detail = [error.element, error.debug].compactMap { $0 }.joined(separator: ": ")
    let kind: Kind =
      switch (error.category, side) {
      case (.missingPlugin, _): .missingCodec
      case (.cannotOpen, .input), (.cannotCreate, .input): .cannotOpen
      case (.cannotOpen, .output), (.cannotCreate, .output): .cannotCreate
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
      case (_, .output): "'\(name)' cannot be made: \(Self.cause(error))"
      default: "'\(name)': \(error.message)"
      }
    if side == .output, detail.contains("not-negotiated") {
      text =
        "'\(name)' cannot be made: the encoder does not take such video or audio. Choose another "
        + "with --video-encoder or --audio-encoder"
    }
    if error.category == .missingPlugin, let element = error.element {
      text += DebianPackage.advice(forElement: element)
    }
    self.init(kind, text, detail: detail.isEmpty ? nil : detail)
  }

  /// Creates the error for a resource of an input that a server did not send.
  ///
  /// `hasBegun`: whether other data of the input has arrived, so that it is lost on the way.
  init(_ error: GStreamerError, receiving address: String, hasBegun: Bool, _ name: String) {
    self.init(error, side: .input, name: address)
    guard hasBegun else { return }
    kind = .inputOutput
    if address != name { description = "'\(name)' is lost on the way: " + description }
  }

  /// Returns the message, with the cause that the element gives for a vague one.
  private static func cause(_ error: GStreamerError) -> String {
    // The first lines are places in the element's code.
    guard ["Could not multiplex", "Internal data"].contains(where: error.message.hasPrefix),
      let cause = error.debug?.split(separator: "\n").dropFirst().last
    else { return error.message }
    return "\(error.message) \(cause)"
  }

  /// Returns the reason of a failed read; a vague message of GStreamer is prefixed with an explanation.
  private static func reason(_ error: GStreamerError) -> String {
    let vague = [
      "Internal data stream error.", "Internal data flow error.", "Internal GStreamer error",
      "GStreamer encountered a general", "Could not multiplex stream.", "Could not decode stream.",
      "Could not demultiplex stream.", "Unable to allocate memory",
      "This stream contains no valid or supported streams.",
    ]
    guard vague.contains(where: error.message.hasPrefix) else { return error.message }
    return
      "it is damaged, or in a form that GStreamer does not read. GStreamer says: \(cause(error))"
  }
}
