// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

// The properties that players do not assume, which are lost if the result cannot state them.

extension ColorPlanner {
  /// Returns whether transfer and primaries are those that players assume if nothing states them.
  static func isUsual(_ colors: Colorimetry) -> Bool {
    [1, 2, 6].contains(colors.transfer) && [1, 2, 5, 6].contains(colors.primaries)
  }

  var unusualSite: String? {
    source.format.chromaShifts == (0, 0) || source.chromaSite == "mpeg2" ? nil : source.chromaSite
  }

  var unusualAspect: String? {
    source.pixelAspectRatio.flatMap { $0 == $1 ? nil : "\($0):\($1)" }
  }
}
