// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

/// A `GstPlugin` that is being loaded.
@safe public struct Plugin {
  let raw: OpaquePointer?

  /// Wraps the plugin that GStreamer passes to a file that it loads.
  public init(_ raw: OpaquePointer?) { unsafe self.raw = unsafe raw }
}

/// Registers an element by its factory's name, in this process; returns whether that succeeded.
///
/// `plugin`: the plugin that is being loaded; nil for an element built into a program, for which a
/// second registration does nothing. Must be called after ``GStreamer/initialize()``. Wraps
/// `gst_element_register`.
@discardableResult
public func registerElement<Implementation: ElementImplementation>(
  _ implementation: Implementation.Type,
  in plugin: Plugin? = nil
) -> Bool {
  registered.withLock { registered in
    let name = Implementation.info.name
    // Registering a factory again would reset it while others use it.
    guard plugin != nil || !registered.contains(name) else { return true }
    registered.insert(name)
    let type = ElementClass(implementation).type()
    return unsafe gst_element_register(
      plugin?.raw,
      name,
      Implementation.info.rank.rawValue,
      type
    ) != 0
  }
}

/// The names of the elements registered in this process.
private let registered = Mutex<Set<String>>([])
