// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A `GstElementFactory`: the registry's description of an element, without an instance.
public final class ElementFactory: Object, @unchecked Sendable {
  /// Finds a factory by its name; nil if its plugin is not installed.
  public convenience init?(named name: String) {
    guard let factory = unsafe gst_element_factory_find(name) else { return nil }
    unsafe self.init(takingOwnershipOf: UnsafeMutableRawPointer(factory))
  }

  private var factory: OpaquePointer { unsafe OpaquePointer(raw) }

  /// The factory's name, such as "avdec_h264".
  public var name: String { unsafe String(cString: CGStreamer_factory_name(factory)) }

  /// The element's class as a path, such as "Codec/Decoder/Video".
  public var classification: String {
    guard let text = unsafe gst_element_factory_get_metadata(factory, "klass") else { return "" }
    return unsafe String(cString: text)
  }

  /// The version of the factory's plugin, such as "1.22.0".
  ///
  /// Wraps `gst_plugin_feature_get_plugin` and `gst_plugin_get_version`.
  public var pluginVersion: String? {
    guard let plugin = unsafe CGStreamer_factory_plugin(factory) else { return nil }
    defer { unsafe gst_object_unref(UnsafeMutableRawPointer(plugin)) }
    return unsafe gst_plugin_get_version(plugin).map { unsafe String(cString: $0) }
  }

  /// Creates an element; nil when the plugin cannot be loaded.
  public func make() -> Element? {
    guard let made = unsafe gst_element_factory_create(factory, nil) else { return nil }
    return unsafe Element(takingOwnershipOf: g_object_ref_sink(made))
  }

  /// The caps that the element can accept, over all its sink pads.
  public var sinkCaps: Caps { caps(isSink: true) }

  /// The caps that the element can produce, over all its source pads.
  public var sourceCaps: Caps { caps(isSink: false) }

  private func caps(isSink: Bool) -> Caps {
    let merged = unsafe padTemplates.filter { $0.isSink == isSink }.reduce(gst_caps_new_empty()) {
      unsafe gst_caps_merge($0, gst_caps_ref($1.caps.raw))
    }
    return unsafe Caps(takingOwnershipOf: merged.unsafelyUnwrapped)
  }

  /// Returns the installed encoders that produce `caps`, the highest rank first.
  ///
  /// Wraps `gst_element_factory_list_get_elements` and `gst_element_factory_list_filter`.
  public static func encoders(giving caps: Caps) -> [ElementFactory] {
    all(1 << 1, caps, GST_PAD_SRC)
  }

  /// Returns the installed decoders that accept `caps`, the highest rank first.
  public static func decoders(taking caps: Caps) -> [ElementFactory] {
    all(1 << 0, caps, GST_PAD_SINK)
  }

  private static func all(
    _ type: GstElementFactoryListType,
    _ caps: Caps,
    _ direction: GstPadDirection
  ) -> [ElementFactory] {
    let list = unsafe gst_element_factory_list_get_elements(type, GST_RANK_MARGINAL)
    defer { unsafe gst_plugin_feature_list_free(list) }
    let matching = unsafe gst_element_factory_list_filter(list, caps.raw, direction, 0)
    defer { unsafe gst_plugin_feature_list_free(matching) }
    return unsafe elements(of: matching).map { unsafe ElementFactory(retaining: $0) }
  }
}
