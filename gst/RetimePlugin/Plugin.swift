// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import GStreamer
internal import RetimeElements

/// Returns the plugin's `GstPluginDesc`: its name, licence and init function.
///
/// GStreamer looks up this symbol in a file called `libgstretime.so`. It replaces C's macro
/// `GST_PLUGIN_DEFINE`.
@c(gst_plugin_retime_get_desc)
public func pluginDescription() -> UnsafeRawPointer {
  unsafe UnsafeRawPointer(description)
}

// Allocated once and never freed, as GStreamer requires.
nonisolated(unsafe) private let description: UnsafeMutablePointer<GstPluginDesc> = {
  let made = UnsafeMutablePointer<GstPluginDesc>.allocate(capacity: 1)
  unsafe made.initialize(to: GstPluginDesc())
  unsafe made.pointee.major_version = 1
  unsafe made.pointee.minor_version = 20
  unsafe made.pointee.name = text("retime")
  unsafe made.pointee.description = text("Changes the time of audio and video")
  unsafe made.pointee.plugin_init = { plugin in
    unsafe registerElements(in: Plugin(plugin)) ? 1 : 0
  }
  unsafe made.pointee.version = text(retimeVersion)
  unsafe made.pointee.license = text("MPL")
  unsafe made.pointee.source = text("retime")
  unsafe made.pointee.package = text("Retime")
  unsafe made.pointee.origin = text("Retime")
  return unsafe made
}()

private func text(_ string: String) -> UnsafePointer<CChar>? {
  unsafe UnsafePointer(g_strdup(string))
}
