// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Caps {
  /// Whether the caps match everything.
  public var isAny: Bool { unsafe gst_caps_is_any(raw) != 0 }

  /// Each structure as caps of its own; empty for empty or any caps.
  public var alternatives: [Caps] {
    guard !isAny else { return [] }
    return (0..<(unsafe gst_caps_get_size(raw))).map {
      unsafe Caps(takingOwnershipOf: gst_caps_copy_nth(raw, $0))
    }
  }

  /// The file name extensions of such files, the usual one first.
  ///
  /// Wraps `gst_pb_utils_get_file_extension_from_caps` and the extensions of typefinders.
  public var fileExtensions: [String] {
    var names = alternatives.compactMap(\.usualExtension)
    let list = unsafe gst_type_find_factory_get_list()
    defer { unsafe gst_plugin_feature_list_free(list) }
    let factories = unsafe elements(of: list)
    for index in unsafe factories.indices {
      let factory = unsafe OpaquePointer(factories[index])
      guard let caps = unsafe gst_type_find_factory_get_caps(factory),
        unsafe gst_caps_can_intersect(caps, raw) != 0,
        var next = unsafe gst_type_find_factory_get_extensions(factory)
      else { continue }
      while let text = unsafe next.pointee {
        unsafe names.append(String(cString: text))
        unsafe next += 1
      }
    }
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The extension of files with the first structure; nil if pbutils knows none.
  private var usualExtension: String? {
    // Caps that are not fixed end the process.
    guard let fixed = unsafe gst_caps_fixate(gst_caps_copy(raw)) else { return nil }
    defer { unsafe gst_caps_unref(fixed) }
    guard unsafe gst_caps_is_fixed(fixed) != 0 else { return nil }
    return unsafe String(taking: gst_pb_utils_get_file_extension_from_caps(fixed))
  }
}
