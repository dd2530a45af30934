// SPDX-License-Identifier: MPL-2.0

/// What an encoded picture is for those around it.
package enum PictureRole: Sendable {
  /// No other picture refers to it.
  case leaf
  /// Others may refer to it, or it cannot be told.
  case needed
  /// Nothing that is decoded after it refers to what came before, or is shown before it.
  case entry
  /// What a decoder gives of the pictures before it depends on how many were decoded, or other rules hold from here on.
  case change
}
