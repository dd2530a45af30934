// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The version that the plugin shows.
public let retimeVersion = "0.1.0"

/// Makes all elements known in this process; `plugin` is the `GstPlugin` being loaded, if one is.
@discardableResult
public func registerElements(plugin: OpaquePointer? = nil) -> Bool {
  unsafe registerElement(AudioRetime.self, plugin: plugin)
    && registerElement(VideoRetime.self, plugin: plugin)
}
