// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// Makes an element known by its factory's name, in this process.
///
/// `plugin`: the `GstPlugin` that is being loaded; nil for an element that a program has built in. Must be
/// called after ``GStreamer/initialize()``. Wraps `gst_element_register`.
@discardableResult
public func registerElement<Implementation: ElementImplementation>(
  _ implementation: Implementation.Type,
  plugin: OpaquePointer? = nil
) -> Bool {
  let type = ElementClass(implementation).type()
  return unsafe gst_element_register(plugin, Implementation.info.name, 0, type) != 0
}
