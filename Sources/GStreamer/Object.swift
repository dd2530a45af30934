// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A GObject, held by one strong reference for the lifetime of this value.
///
/// `@unchecked Sendable`: a GObject's reference count is atomic, and every function that the
/// subclasses wrap takes the object's own lock or is documented by GStreamer as MT safe.
@safe public class Object: @unchecked Sendable {
  let raw: UnsafeMutableRawPointer

  /// Takes ownership of the caller's reference.
  init(takingOwnershipOf raw: UnsafeMutableRawPointer) { unsafe self.raw = unsafe raw }

  /// Adds a reference.
  init(retaining raw: UnsafeMutableRawPointer) { unsafe self.raw = unsafe g_object_ref(raw) }

  deinit { unsafe g_object_unref(raw) }

  /// Sets a property from text, converted to the property's type as `gst-launch-1.0` does.
  ///
  /// Wraps `gst_value_deserialize_with_pspec` and `g_object_set_property`.
  /// - Throws: when there is no such property or the text is no value of its type.
  public func set(_ property: String, to text: String) throws(GStreamerError) {
    let isSet = unsafe try set(property) { value, spec in
      unsafe gst_value_deserialize_with_pspec(&value, text, spec) != 0
    }
    guard isSet else {
      throw GStreamerError("'\(text)' is no value of the property '\(property)'", element: kind)
    }
  }

  /// Sets a property to a file's path, byte for byte.
  ///
  /// Wraps `g_object_set_property`.
  public func set(_ property: String, toPath path: [UInt8]) throws(GStreamerError) {
    unsafe try set(property) { value, _ in
      unsafe g_value_set_string(&value, path.map(CChar.init(bitPattern:)) + [0])
      return true
    }
  }

  /// Sets a property to the value that `fill` writes; returns false where `fill` does.
  @discardableResult
  private func set(
    _ property: String,
    _ fill: (inout GValue, UnsafeMutablePointer<GParamSpec>) -> Bool
  ) throws(GStreamerError) -> Bool {
    let spec = unsafe try spec(of: property)
    var value = GValue()
    unsafe g_value_init(&value, spec.pointee.value_type)
    defer { unsafe g_value_unset(&value) }
    guard unsafe fill(&value, spec) else { return false }
    unsafe g_object_set_property(raw.assumingMemoryBound(to: GObject.self), property, &value)
    return true
  }

  /// Returns the value of a property as text, in the format of ``set(_:to:)``.
  ///
  /// Wraps `g_object_get_property` and `gst_value_serialize`.
  /// - Throws: when there is no such property or its value cannot be serialised.
  public func text(of property: String) throws(GStreamerError) -> String {
    let spec = unsafe try spec(of: property)
    var value = GValue()
    unsafe g_value_init(&value, spec.pointee.value_type)
    defer { unsafe g_value_unset(&value) }
    unsafe g_object_get_property(raw.assumingMemoryBound(to: GObject.self), property, &value)
    guard let text = unsafe String(taking: gst_value_serialize(&value)) else {
      throw GStreamerError("the property '\(property)' has no text", element: kind)
    }
    return text
  }

  /// Returns the `GParamSpec` of a property.
  private func spec(
    of property: String
  ) throws(GStreamerError) -> UnsafeMutablePointer<GParamSpec> {
    guard let spec = unsafe g_object_class_find_property(CGStreamer_class(raw), property) else {
      throw GStreamerError("there is no property '\(property)' here", element: kind)
    }
    return unsafe spec
  }

  /// Calls `body` once when the last reference is released, on the thread that releases it.
  ///
  /// Wraps `g_object_weak_ref`.
  package func onEnd(_ body: @escaping @Sendable () -> Void) {
    let box = unsafe Unmanaged.passRetained(Box<EndHandler>(body)).toOpaque()
    unsafe g_object_weak_ref(
      raw.assumingMemoryBound(to: GObject.self),
      { data, _ in
        guard let data = unsafe data else { return }
        unsafe Box<EndHandler>.value(of: data)()
        unsafe releaseBox(data)
      },
      box
    )
  }

  private typealias EndHandler = @Sendable () -> Void

  /// Returns whether the object has a property of that name.
  public func hasProperty(_ property: String) -> Bool {
    unsafe g_object_class_find_property(CGStreamer_class(raw), property) != nil
  }

  /// The object's kind, for messages: an element's factory name, or the type's name.
  var kind: String {
    unsafe String(
      cString: g_type_name_from_instance(raw.assumingMemoryBound(to: GTypeInstance.self))
    )
  }
}
