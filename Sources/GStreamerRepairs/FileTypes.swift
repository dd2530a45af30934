// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// Files whose type GStreamer does not see although it has a demuxer for them.
public enum FileTypes {
  /// Adds what is missing; once for the process is enough, more does no harm.
  ///
  /// Up to 1.24 FFmpeg's plugin tells types too, as `avtype_nut`.
  public static func register() {
    let name = "retime_nut"
    guard Repair.nutType.isNeeded, !TypeFinder.isThere("avtype_nut"), !TypeFinder.isThere(name),
      let demuxer = ElementFactory(named: Repair.nutType.element)
    else { return }
    TypeFinder.register(name, signature: "nut/multimedia container\0", caps: demuxer.sinkCaps)
  }
}
