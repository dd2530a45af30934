// SPDX-License-Identifier: MPL-2.0

/// The role of a coded picture for other pictures.
package enum PictureRole: Sendable {
  /// No other picture refers to it.
  case leaf
  /// Others may refer to it, or it cannot be told.
  case needed
  /// Nothing that is decoded after it refers to what came before, or is shown before it.
  case entry
  /// The decoder's output for earlier pictures depends on the number decoded, or other parameters apply from here on.
  case change
}
