// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// The limits of this process that are so low that a job may fail for them, whatever a library says of it.
///
/// GStreamer takes a plugin that it cannot open for one that is missing, and waits for a thread that was not made.
struct LimitHint {
  /// What is limited, and to what; nil where nothing is.
  let text: String?

  /// The hint for limits, nil for none: files that may be open at once, and bytes of address space.
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

  /// An error with the hint, where it may come from a limit.
  func added(to error: RetimeError) -> RetimeError {
    let kinds: [RetimeError.Kind] = [
      .badInput, .cannotOpen, .missingCodec, .cannotCreate, .inputOutput,
    ]
    guard let text, kinds.contains(error.kind) else { return error }
    return RetimeError(error.kind, "\(error); \(text)", detail: error.detail)
  }
}
