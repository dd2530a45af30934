// SPDX-License-Identifier: MPL-2.0

package import GStreamer
package import RetimeCore

extension Caps {
  /// The nominal frame rate; nil when it is missing or variable.
  package var frameRate: FrameRate? {
    guard let rate = fraction("framerate"), rate.numerator > 0 else { return nil }
    return try? FrameRate(
      numerator: Int32(clamping: rate.numerator),
      denominator: Int32(clamping: rate.denominator)
    )
  }
}
