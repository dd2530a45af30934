// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

/// A `GstPlugin` that is being loaded.
@safe public struct Plugin {
  let raw: OpaquePointer?

  /// The plugin that GStreamer hands to a file that it loads.
  public init(_ raw: OpaquePointer?) { unsafe self.raw = unsafe raw }
}

/// Makes an element known by its factory's name, in this process.
///
/// `plugin`: the plugin that is being loaded; nil for an element that a program has built in. Must be
/// called after ``GStreamer/initialize()``; a second time does nothing. Wraps `gst_element_register`.
@discardableResult
public func registerElement<Implementation: ElementImplementation>(
  _ implementation: Implementation.Type,
  in plugin: Plugin? = nil
) -> Bool {
  registered.withLock { registered in
    let name = Implementation.info.name
    // Registering a factory again takes it apart while others use it.
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

/// The names of the elements that this process has built in.
private let registered = Mutex<Set<String>>([])
