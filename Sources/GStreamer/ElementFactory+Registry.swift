// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension ElementFactory {
  /// A pad template of a factory, a `GstStaticPadTemplate`.
  public struct PadTemplate: Sendable {
    /// Whether it is for input.
    public let isSink: Bool
    /// Whether an element may have several such pads.
    public let isRepeatable: Bool
    /// The caps of the pads.
    public let caps: Caps
  }

  /// The pad templates, in the order of the factory.
  public var padTemplates: [PadTemplate] {
    let list = unsafe elements(
      of: gst_element_factory_get_static_pad_templates(OpaquePointer(raw))
    )
    return unsafe list.compactMap { pointer in
      let template = unsafe pointer.assumingMemoryBound(to: GstStaticPadTemplate.self)
      guard let caps = unsafe gst_static_pad_template_get_caps(template) else { return nil }
      return unsafe PadTemplate(
        isSink: template.pointee.direction == GST_PAD_SINK,
        isRepeatable: String(cString: template.pointee.name_template).contains("%"),
        caps: Caps(takingOwnershipOf: caps)
      )
    }
  }

  /// The rank for automatic selection; 0 for an element that is never selected.
  ///
  /// Wraps `gst_plugin_feature_get_rank`.
  public var rank: Int { unsafe Int(CGStreamer_factory_rank(OpaquePointer(raw))) }

  /// The installed muxers of any rank, the highest rank first.
  public static func muxers() -> [ElementFactory] { installed(1 << 4) }

  /// The installed demuxers of any rank, the highest rank first.
  public static func demuxers() -> [ElementFactory] { installed(1 << 5) }

  private static func installed(_ type: GstElementFactoryListType) -> [ElementFactory] {
    let list = unsafe gst_element_factory_list_get_elements(type, GST_RANK_NONE)
    defer { unsafe gst_plugin_feature_list_free(list) }
    return unsafe elements(of: list).map { unsafe ElementFactory(retaining: $0) }
  }
}
