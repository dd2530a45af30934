// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A list of named, typed values that describe a file or a stream, a `GstTagList`.
///
/// `@unchecked Sendable`: a list is never changed after this wrapper created or received it.
@safe public final class TagList: @unchecked Sendable, CustomStringConvertible {
  let raw: UnsafeMutablePointer<GstTagList>

  init(takingOwnershipOf raw: UnsafeMutablePointer<GstTagList>) { unsafe self.raw = unsafe raw }
  deinit { unsafe gst_tag_list_unref(raw) }

  /// The scope of a list.
  public enum Scope: Sendable {
    /// A stream of a file.
    case stream
    /// The whole file.
    case file
  }

  /// Creates an empty list.
  ///
  /// Wraps `gst_tag_list_new_empty`.
  public convenience init() {
    guard let list = unsafe gst_tag_list_new_empty() else { preconditionFailure("no memory") }
    unsafe self.init(takingOwnershipOf: list)
  }

  /// Parses a list from the text in ``description``; the scope is `stream`.
  ///
  /// Wraps `gst_tag_list_new_from_string`.
  public convenience init(_ text: String) throws(GStreamerError) {
    guard text.hasPrefix("taglist"), let list = unsafe gst_tag_list_new_from_string(text) else {
      throw GStreamerError("'\(text)' is no list of tags")
    }
    unsafe self.init(takingOwnershipOf: list)
  }

  /// The list as text, with types and all values; cover art is Base64.
  ///
  /// Wraps `gst_tag_list_to_string`.
  public var description: String { unsafe String(taking: gst_tag_list_to_string(raw)) ?? "" }

  /// Whether the list has no tags.
  public var isEmpty: Bool { unsafe gst_tag_list_is_empty(raw) != 0 }

  /// The scope.
  public var scope: Scope {
    unsafe gst_tag_list_get_scope(raw) == GST_TAG_SCOPE_GLOBAL ? .file : .stream
  }

  /// The names, in order.
  public var names: [String] {
    (0..<(unsafe gst_tag_list_n_tags(raw))).map {
      unsafe String(cString: gst_tag_list_nth_tag_name(raw, UInt32($0)))
    }
  }

  /// Returns whether the list has a tag of that name.
  public func has(_ name: String) -> Bool { unsafe gst_tag_list_get_tag_size(raw, name) > 0 }

  /// Returns the values of a tag as text, without those that cannot be text.
  ///
  /// Wraps `gst_tag_list_get_value_index` and `gst_value_serialize`.
  public func texts(_ name: String) -> [String] {
    (0..<(unsafe gst_tag_list_get_tag_size(raw, name))).compactMap { index in
      guard let value = unsafe gst_tag_list_get_value_index(raw, name, index) else { return nil }
      return unsafe Self.text(of: value)
    }
  }

  static func text(of value: UnsafePointer<GValue>) -> String? {
    if unsafe value.pointee.g_type == CGStreamer_type_string() {
      return unsafe g_value_get_string(value).map { unsafe String(cString: $0) }
    }
    guard unsafe CGStreamer_value_is_sample(value) == 0 else { return nil }
    return unsafe String(taking: gst_value_serialize(value))
  }

  /// A binary value: cover art or a part of a header.
  public struct Data: Sendable, Equatable {
    /// The media type, such as "image/jpeg"; empty where it is not stated.
    public let mediaType: String
    /// The bytes.
    public let bytes: [UInt8]
    /// Additional information as a serialised `GstStructure`; nil for none.
    public let info: String?

    /// Creates a binary value.
    public init(mediaType: String, bytes: [UInt8], info: String? = nil) {
      (self.mediaType, self.bytes, self.info) = (mediaType, bytes, info)
    }

    /// Returns a string field of ``info``, such as "filename".
    public func text(_ field: String) -> String? {
      guard let info, let structure = unsafe gst_structure_from_string(info, nil) else {
        return nil
      }
      defer { unsafe gst_structure_free(structure) }
      return unsafe gst_structure_get_string(structure, field).map {
        unsafe String(cString: $0)
      }
    }
  }

  /// Returns the binary values of a tag.
  ///
  /// Complexity: copies every byte. Wraps `gst_tag_list_get_value_index`.
  public func data(_ name: String) -> [Data] {
    (0..<(unsafe gst_tag_list_get_tag_size(raw, name))).compactMap { index in
      guard let value = unsafe gst_tag_list_get_value_index(raw, name, index),
        let sample = unsafe CGStreamer_value_sample(value),
        let buffer = unsafe gst_sample_get_buffer(sample)
      else { return nil }
      let caps = unsafe gst_sample_get_caps(sample).map { unsafe Caps(retaining: $0) }
      let info = unsafe gst_sample_get_info(sample).flatMap { unsafe gst_structure_to_string($0) }
      return unsafe Data(
        mediaType: caps?.name ?? "",
        bytes: [UInt8](contentOf: buffer),
        info: String(taking: info)
      )
    }
  }

  // MARK: - Derived lists

  /// Returns the list with only the tags whose names pass `isWanted`.
  public func filtered(_ isWanted: (String) -> Bool) -> TagList {
    unsafe changed { copy in
      for name in names where !isWanted(name) { unsafe gst_tag_list_remove_tag(copy, name) }
    }
  }

  /// Returns all tags of this list, and those of the other list that this one lacks.
  ///
  /// Wraps `gst_tag_list_insert`.
  public func merged(_ other: TagList) -> TagList {
    unsafe changed { unsafe gst_tag_list_insert($0, other.raw, GST_TAG_MERGE_KEEP) }
  }

  /// Returns the list with another scope.
  public func scoped(_ scope: Scope) -> TagList {
    unsafe changed { copy in
      unsafe gst_tag_list_set_scope(
        copy,
        scope == .file ? GST_TAG_SCOPE_GLOBAL : GST_TAG_SCOPE_STREAM
      )
    }
  }

  /// Returns the list with a tag's values replaced by `texts`.
  ///
  /// Wraps `gst_tag_list_add_value`. A tag of another type than text loses its values.
  public func setting(_ name: String, _ texts: [String]) -> TagList {
    unsafe changed { copy in
      unsafe gst_tag_list_remove_tag(copy, name)
      for text in texts {
        var value = GValue()
        unsafe g_value_init(&value, CGStreamer_type_string())
        defer { unsafe g_value_unset(&value) }
        unsafe g_value_set_string(&value, text)
        guard unsafe gst_tag_get_type(name) == CGStreamer_type_string() else { continue }
        unsafe gst_tag_list_add_value(copy, GST_TAG_MERGE_APPEND, name, &value)
      }
    }
  }

  /// Returns the list with one more binary value of a tag.
  public func adding(_ name: String, _ data: Data) throws(GStreamerError) -> TagList {
    let caps = try Caps(data.mediaType)
    let buffer = try Buffer(data.bytes)
    // The sample takes ownership of the structure.
    let info = unsafe data.info.flatMap { unsafe gst_structure_from_string($0, nil) }
    guard let sample = unsafe gst_sample_new(buffer.raw, caps.raw, nil, info) else {
      throw GStreamerError("no memory for a tag of \(data.bytes.count) bytes")
    }
    defer { unsafe gst_sample_unref(sample) }
    return unsafe changed { unsafe CGStreamer_add_sample($0, name, sample) }
  }

  @unsafe private func changed(_ change: (UnsafeMutablePointer<GstTagList>) -> Void) -> TagList {
    guard let copy = unsafe gst_tag_list_copy(raw) else { preconditionFailure("no memory") }
    unsafe change(copy)
    return unsafe TagList(takingOwnershipOf: copy)
  }
}
