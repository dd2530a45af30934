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

  /// Reads the bytes at an offset of the file whose type is searched for; nil beyond the end.
  public typealias Peek = (_ offset: Int, _ count: Int) -> [UInt8]?

  /// Registers a typefinder: files that start with `signature` have the type `caps`.
  public static func register(_ name: String, signature: String, caps: Caps) {
    let signature = Array(signature.utf8)
    register(name, caps: caps) { $0(0, signature.count) == signature }
  }

  /// Registers a typefinder: files for which `isType` returns true have the type `caps`.
  ///
  /// `extensions`: those of such files, separated by commas; GStreamer asks typefinders of a file's
  /// extension before others.
  ///
  /// It comes before GStreamer's own. Wraps `gst_type_find_register`.
  public static func register(
    _ name: String,
    extensions: String? = nil,
    caps: Caps,
    isType: @escaping @Sendable (Peek) -> Bool
  ) {
    let box = unsafe Unmanaged.passRetained(Box((isType: isType, caps: caps))).toOpaque()
    _ = unsafe gst_type_find_register(
      nil,
      name,
      // Those of images have up to 15 more than the usual rank.
      UInt32(GST_RANK_PRIMARY.rawValue) + 100,
      { find, data in
        guard let find = unsafe find, let data = unsafe data else { return }
        let (isType, caps) = unsafe Box<(isType: @Sendable (Peek) -> Bool, caps: Caps)>
          .value(of: data)
        let isFound = isType { offset, count in
          guard
            let bytes = unsafe gst_type_find_peek(find, offset, UInt32(clamping: count))
          else { return nil }
          return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        }
        guard isFound else { return }
        unsafe gst_type_find_suggest(find, UInt32(GST_TYPE_FIND_MAXIMUM.rawValue), caps.raw)
      },
      extensions,
      caps.raw,
      box,
      { unsafe releaseBox($0) }
    )
  }
}
