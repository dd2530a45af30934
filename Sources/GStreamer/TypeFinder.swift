// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// Detection of file types from their first bytes.
public enum TypeFinder {
  /// Returns whether a typefinder of that name exists.
  ///
  /// Wraps `gst_registry_lookup_feature`.
  public static func isThere(_ name: String) -> Bool {
    guard let feature = unsafe gst_registry_lookup_feature(gst_registry_get(), name) else {
      return false
    }
    unsafe gst_object_unref(UnsafeMutableRawPointer(feature))
    return true
  }

  /// Registers a typefinder: files that start with `signature` have the type `caps`.
  ///
  /// Wraps `gst_type_find_register`.
  public static func register(_ name: String, signature: String, caps: Caps) {
    let box = unsafe Unmanaged.passRetained(Box((signature: Array(signature.utf8), caps: caps)))
      .toOpaque()
    _ = unsafe gst_type_find_register(
      nil,
      name,
      UInt32(GST_RANK_PRIMARY.rawValue),
      { find, data in
        guard let find = unsafe find, let data = unsafe data else { return }
        let (signature, caps) = unsafe Box<(signature: [UInt8], caps: Caps)>.value(of: data)
        guard let bytes = unsafe gst_type_find_peek(find, 0, UInt32(signature.count)) else {
          return
        }
        let found = unsafe UnsafeBufferPointer(start: bytes, count: signature.count)
        guard unsafe found.elementsEqual(signature) else { return }
        unsafe gst_type_find_suggest(find, UInt32(GST_TYPE_FIND_MAXIMUM.rawValue), caps.raw)
      },
      nil,
      caps.raw,
      box,
      { unsafe releaseBox($0) }
    )
  }
}
