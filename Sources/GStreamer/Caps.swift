// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The media types of a stream or pad, a `GstCaps`.
///
/// `@unchecked Sendable`: caps are never changed after this wrapper created or received them.
@safe public final class Caps: @unchecked Sendable, CustomStringConvertible {
  let raw: UnsafeMutablePointer<GstCaps>

  init(takingOwnershipOf raw: UnsafeMutablePointer<GstCaps>) { unsafe self.raw = unsafe raw }
  init(retaining raw: UnsafeMutablePointer<GstCaps>) { unsafe self.raw = unsafe gst_caps_ref(raw) }
  deinit { unsafe gst_caps_unref(raw) }

  /// Parses caps from text.
  ///
  /// Wraps `gst_caps_from_string`.
  public convenience init(_ text: String) throws(GStreamerError) {
    guard let caps = unsafe gst_caps_from_string(text) else {
      throw GStreamerError("'\(text)' is no caps")
    }
    unsafe self.init(takingOwnershipOf: caps)
  }

  /// The caps as text.
  ///
  /// Wraps `gst_caps_to_string`.
  public var description: String { unsafe String(taking: gst_caps_to_string(raw)) ?? "" }

  /// Whether the caps match nothing.
  public var isEmpty: Bool { unsafe gst_caps_is_empty(raw) != 0 }

  /// Whether the first structure is of memory that a processor can read, without features.
  ///
  /// Wraps `gst_caps_get_features` and `gst_caps_features_is_equal`.
  public var isSystemMemory: Bool {
    guard !isEmpty, unsafe gst_caps_is_any(raw) == 0 else { return false }
    guard let features = unsafe gst_caps_get_features(raw, 0) else { return true }
    return unsafe gst_caps_features_is_equal(features, CGStreamer_system_memory()) != 0
  }

  /// Returns whether the caps have a common media type.
  ///
  /// Wraps `gst_caps_can_intersect`.
  public func canIntersect(_ other: Caps) -> Bool {
    unsafe gst_caps_can_intersect(raw, other.raw) != 0
  }

  /// Returns the intersection.
  ///
  /// Wraps `gst_caps_intersect`.
  public func intersection(_ other: Caps) -> Caps {
    unsafe Caps(takingOwnershipOf: gst_caps_intersect(raw, other.raw))
  }

  /// Returns the caps without those of `other`.
  ///
  /// Wraps `gst_caps_subtract`.
  public func subtracting(_ other: Caps) -> Caps {
    unsafe Caps(takingOwnershipOf: gst_caps_subtract(raw, other.raw))
  }

  /// Returns whether the first structures of both have the same values in some fields.
  public func isSame(as other: Caps, in fields: [String]) -> Bool {
    if unsafe raw == other.raw { return true }
    let (one, two) = unsafe (gst_caps_get_structure(raw, 0), gst_caps_get_structure(other.raw, 0))
    return fields.allSatisfy { field in
      guard let value = unsafe gst_structure_get_value(one, field) else {
        return unsafe gst_structure_has_field(two, field) == 0
      }
      guard let other = unsafe gst_structure_get_value(two, field) else { return false }
      return unsafe gst_value_compare(value, other) == GST_VALUE_EQUAL
    }
  }

  /// Returns whether the caps are equal.
  ///
  /// Wraps `gst_caps_is_equal`.
  public func isEqual(to other: Caps) -> Bool { unsafe gst_caps_is_equal(raw, other.raw) != 0 }

  /// Returns the caps without a field, which then may have any value.
  public func removing(_ field: String) -> Caps {
    guard let copy = unsafe gst_caps_copy(raw) else { return self }
    for index in 0..<(unsafe gst_caps_get_size(copy)) {
      unsafe gst_structure_remove_field(gst_caps_get_structure(copy, index), field)
    }
    return unsafe Caps(takingOwnershipOf: copy)
  }

  /// Returns fixed caps with the fraction nearest to `wanted` in a field; nil for empty or any caps.
  ///
  /// Wraps `gst_structure_fixate_field_nearest_fraction` and `gst_caps_fixate`.
  public func fixated(
    _ field: String,
    nearest wanted: (numerator: Int, denominator: Int)
  ) -> Caps? {
    guard !isEmpty, unsafe gst_caps_is_any(raw) == 0, let copy = unsafe gst_caps_copy(raw),
      let one = unsafe gst_caps_truncate(copy),
      let structure = unsafe gst_caps_get_structure(one, 0)
    else { return nil }
    let (numerator, denominator) = (
      gint(clamping: wanted.numerator), gint(clamping: wanted.denominator)
    )
    if unsafe gst_structure_has_field(structure, field) != 0 {
      unsafe gst_structure_fixate_field_nearest_fraction(structure, field, numerator, denominator)
    } else {
      unsafe CGStreamer_set_fraction(structure, field, numerator, denominator)
    }
    return unsafe gst_caps_fixate(one).map { unsafe Caps(takingOwnershipOf: $0) }
  }

  /// Returns the caps with fields set from text, such as `["framerate": "(fraction)30/1"]`.
  public func setting(_ fields: [String: String]) throws(GStreamerError) -> Caps {
    guard let copy = unsafe gst_caps_copy(raw) else { return self }
    let result = unsafe Caps(takingOwnershipOf: copy)
    for (name, text) in fields {
      let probe = try Caps("any/any, \(name)=\(text)")
      guard let structure = unsafe gst_caps_get_structure(probe.raw, 0),
        let value = unsafe gst_structure_get_value(structure, name)
      else { throw GStreamerError("'\(text)' is no value of the caps field '\(name)'") }
      unsafe gst_caps_set_value(result.raw, name, value)
    }
    return result
  }
}

// MARK: - The first structure's fields

extension Caps {
  private var structure: UnsafeMutablePointer<GstStructure>? {
    if unsafe isEmpty || gst_caps_is_any(raw) != 0 { return nil }
    return unsafe gst_caps_get_structure(raw, 0)
  }

  /// The media type, such as "video/x-h264"; empty for empty or any caps.
  public var name: String {
    guard let structure = unsafe structure else { return "" }
    return unsafe String(cString: gst_structure_get_name(structure))
  }

  /// Returns a field of type string; nil when it is missing or of another type.
  public func string(_ field: String) -> String? {
    guard let structure = unsafe structure,
      let text = unsafe gst_structure_get_string(structure, field)
    else { return nil }
    return unsafe String(cString: text)
  }

  /// Returns a field of type int; nil when it is missing or of another type.
  public func int(_ field: String) -> Int? {
    var value: gint = 0
    guard let structure = unsafe structure,
      unsafe gst_structure_get_int(structure, field, &value) != 0
    else { return nil }
    return Int(value)
  }

  /// Returns a field of type fraction; nil when it is missing or of another type.
  public func fraction(_ field: String) -> (numerator: Int, denominator: Int)? {
    var (numerator, denominator): (gint, gint) = (0, 1)
    guard let structure = unsafe structure,
      unsafe gst_structure_get_fraction(structure, field, &numerator, &denominator) != 0
    else { return nil }
    return (Int(numerator), Int(denominator))
  }

  /// Returns a field of type bitmask; nil when it is missing or of another type.
  public func bitmask(_ field: String) -> UInt64? {
    var value: UInt = 0
    guard let structure = unsafe structure,
      unsafe CGStreamer_structure_bitmask(structure, field, &value) != 0
    else { return nil }
    return UInt64(value)
  }

  /// Returns the distinct values of a bitmask field in all structures.
  public func bitmasks(_ field: String) -> [UInt64] {
    var values: [UInt64] = []
    for index in 0..<(unsafe gst_caps_get_size(raw)) {
      var value: UInt = 0
      guard let structure = unsafe gst_caps_get_structure(raw, index),
        unsafe CGStreamer_structure_bitmask(structure, field, &value) != 0,
        !values.contains(UInt64(value))
      else { continue }
      values.append(UInt64(value))
    }
    return values
  }

  /// Returns the bytes of a field that holds a buffer, such as "codec_data"; nil for other fields.
  ///
  /// Wraps `gst_structure_get_value` and `gst_buffer_extract`.
  public func bytes(_ field: String) -> [UInt8]? {
    guard let structure = unsafe structure,
      let value = unsafe gst_structure_get_value(structure, field),
      let buffer = unsafe CGStreamer_value_buffer(value)
    else { return nil }
    return unsafe [UInt8](contentOf: buffer)
  }

  /// Returns the bytes of a field that holds an array of buffers, such as "streamheader"; empty for others.
  ///
  /// Wraps `gst_value_array_get_value`.
  public func headers(_ field: String) -> [[UInt8]] {
    guard let structure = unsafe structure,
      let array = unsafe gst_structure_get_value(structure, field),
      unsafe CGStreamer_value_is_array(array) != 0
    else { return [] }
    return unsafe (0..<gst_value_array_get_size(array)).compactMap { index in
      guard let value = unsafe gst_value_array_get_value(array, index),
        let buffer = unsafe CGStreamer_value_buffer(value)
      else { return nil }
      return unsafe [UInt8](contentOf: buffer)
    }
  }

  /// Returns whether the field exists, with a value of any type.
  public func has(_ field: String) -> Bool {
    guard let structure = unsafe structure else { return false }
    return unsafe gst_structure_has_field(structure, field) != 0
  }

  /// Returns the value of an integer field nearest to `wanted`; nil when there is no such field.
  ///
  /// The field may have one value, a list or a range.
  ///
  /// Wraps `gst_structure_fixate_field_nearest_int`.
  public func nearest(_ field: String, to wanted: Int) -> Int? {
    guard let copy = unsafe gst_caps_copy(raw) else { return nil }
    let candidates = unsafe Caps(takingOwnershipOf: copy)
    var best: Int?
    for index in 0..<(unsafe gst_caps_get_size(candidates.raw)) {
      guard let structure = unsafe gst_caps_get_structure(candidates.raw, index),
        unsafe gst_structure_has_field(structure, field) != 0
      else { continue }
      unsafe gst_structure_fixate_field_nearest_int(structure, field, gint(clamping: wanted))
      var value: gint = 0
      guard unsafe gst_structure_get_int(structure, field, &value) != 0 else { continue }
      let distance = abs(Int(value) - wanted)
      if best.map({ abs($0 - wanted) > distance }) ?? true { best = Int(value) }
    }
    return best
  }

  /// The name of the codec or container, such as "H.264 (Main Profile)".
  ///
  /// Wraps `gst_pb_utils_get_codec_description`.
  public var codecDescription: String {
    guard unsafe gst_caps_is_fixed(raw) != 0 else { return name }
    return unsafe String(taking: gst_pb_utils_get_codec_description(raw)) ?? name
  }
}

extension [UInt8] {
  /// The bytes in the notation of caps: two hexadecimal digits each.
  public var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
