// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A `GstPlugin` that is being loaded.
@safe public struct Plugin {
  let raw: OpaquePointer?

  /// The plugin that GStreamer hands to a file that it loads.
  public init(_ raw: OpaquePointer?) { unsafe self.raw = unsafe raw }
}

/// Makes an element known by its factory's name, in this process.
///
/// `plugin`: the plugin that is being loaded; nil for an element that a program has built in. Must be
/// called after ``GStreamer/initialize()``. Wraps `gst_element_register`.
@discardableResult
public func registerElement<Implementation: ElementImplementation>(
  _ implementation: Implementation.Type,
  in plugin: Plugin? = nil
) -> Bool {
  let type = ElementClass(implementation).type()
  return unsafe gst_element_register(plugin?.raw, Implementation.info.name, 0, type) != 0
}
