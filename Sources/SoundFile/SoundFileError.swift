// SPDX-License-Identifier: MPL-2.0

internal import CSoundFile

/// An error reported by libsndfile.
public struct SoundFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// libsndfile's message, such as "System error : No space left on device.".
  public let description: String

  /// Creates the last error of a file, or that of opening one for nil.
  init(_ file: OpaquePointer?) { unsafe description = String(cString: sf_strerror(file)) }
}
