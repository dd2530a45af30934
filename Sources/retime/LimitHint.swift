// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// The resource limits of this process that are low enough to make a job fail.
///
/// Libraries do not always report them: GStreamer treats a plugin that it cannot open as missing,
/// and waits for a thread that could not be created.
struct LimitHint {
  /// The limits and their values; nil if none is low.
  let text: String?

  /// Creates the hint for a limit of open files and of address space in bytes; nil means no limit.
  init(openFiles: Int?, addressSpace: Int?) {
    var hints: [String] = []
    if let openFiles, openFiles < Self.enoughFiles {
      hints.append(
        "at most \(openFiles) files may be open at once (ulimit -n), which may be too few: allow \(Self.enoughFiles)"
      )
    }
    if let addressSpace, addressSpace < Self.enoughMemory {
      hints.append(
        "at most \(addressSpace >> 20) MiB of memory may be used (ulimit -v), which may be too little: allow "
          + "\(Self.enoughMemory >> 20)"
      )
    }
    text = hints.isEmpty ? nil : hints.joined(separator: "; ")
  }

  /// The hint for this process.
  static var current: LimitHint {
    LimitHint(openFiles: ResourceLimits.openFiles, addressSpace: ResourceLimits.addressSpace)
  }

  private static let enoughFiles = 256, enoughMemory = 4 << 30

  /// Returns an error with the hint added, if a limit may have caused it.
  func added(to error: RetimeError) -> RetimeError {
    let kinds: [RetimeError.Kind] = [
      .badInput, .cannotOpen, .missingCodec, .cannotCreate, .inputOutput,
    ]
    guard let text, kinds.contains(error.kind) else { return error }
    return RetimeError(error.kind, "\(error); \(text)", detail: error.detail)
  }
}
