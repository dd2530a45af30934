// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The file types that GStreamer does not detect although it has a demuxer for them.
public enum FileTypes {
  /// Registers the missing typefinders; once for the process is enough, repeated calls are harmless.
  ///
  /// Up to 1.24, FFmpeg's plugin has typefinders too, such as `avtype_nut`.
  public static func register() {
    let name = "retime_nut"
    guard Repair.nutType.isNeeded, !TypeFinder.isThere("avtype_nut"), !TypeFinder.isThere(name),
      let demuxer = ElementFactory(named: Repair.nutType.element)
    else { return }
    TypeFinder.register(name, signature: "nut/multimedia container\0", caps: demuxer.sinkCaps)
  }
}
