// SPDX-License-Identifier: MPL-2.0

internal import CSoundFile

/// An error of libsndfile in its own words.
public struct SoundFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What it says, such as "System error : No space left on device.".
  public let description: String

  /// The last error of a file, or of opening one when there is none.
  init(_ file: OpaquePointer?) { unsafe description = String(cString: sf_strerror(file)) }
}
