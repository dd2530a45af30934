// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import GStreamer
internal import RetimeElements

/// What GStreamer asks a file called `libgstretime.so` for: its name, licence and how to load it.
///
/// Gives a `GstPluginDesc`. Stands for C's `GST_PLUGIN_DEFINE`, which is a macro.
@c(gst_plugin_retime_get_desc)
public func pluginDescription() -> UnsafeRawPointer {
  unsafe UnsafeRawPointer(description)
}

// Made once and kept, as GStreamer demands.
nonisolated(unsafe) private let description: UnsafeMutablePointer<GstPluginDesc> = {
  let made = UnsafeMutablePointer<GstPluginDesc>.allocate(capacity: 1)
  unsafe made.initialize(to: GstPluginDesc())
  unsafe made.pointee.major_version = 1
  unsafe made.pointee.minor_version = 20
  unsafe made.pointee.name = text("retime")
  unsafe made.pointee.description = text("Changes the time of sound and pictures")
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
