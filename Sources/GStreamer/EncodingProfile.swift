// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A `GstEncodingProfile`: the wanted formats of a container and its streams.
public struct EncodingProfile: Sendable {
  /// The container's caps, such as "video/quicktime, variant=iso"; nil for a bare stream.
  public var container: Caps?
  /// The streams, in order.
  public var streams: [Stream]

  /// A stream of a profile.
  public struct Stream: Sendable {
    /// Whether it is video, otherwise audio.
    public var isVideo: Bool
    /// The encoded caps, such as "video/x-h264, profile=high".
    public var format: Caps
    /// The encoder's preset, if the profile names one.
    public var preset: String?
    /// The encoder's factory name, if the profile names one.
    public var encoder: String?
  }

  /// Parses GStreamer's serialised format, such as `video/webm:video/x-vp8:audio/x-vorbis`.
  ///
  /// - Throws: when the text is no profile, or has a stream that is neither video nor audio.
  public init(parsing text: String) throws(GStreamerError) {
    try GStreamer.initialize()
    var value = GValue()
    unsafe g_value_init(&value, gst_encoding_profile_get_type())
    defer { unsafe g_value_unset(&value) }
    guard unsafe gst_value_deserialize(&value, text) != 0,
      let object = unsafe g_value_get_object(&value)
    else { throw GStreamerError("'\(text)' is no encoding profile") }
    let profile = OpaquePointer(object)
    streams = []
    guard unsafe CGStreamer_is_container_profile(object) != 0 else {
      try unsafe append(profile)
      return
    }
    container = unsafe Caps(takingOwnershipOf: gst_encoding_profile_get_format(profile))
    let members = unsafe elements(of: gst_encoding_container_profile_get_profiles(profile))
    for index in unsafe members.indices { try unsafe append(OpaquePointer(members[index])) }
  }

  private mutating func append(_ profile: OpaquePointer?) throws(GStreamerError) {
    guard let profile = unsafe profile, let format = unsafe gst_encoding_profile_get_format(profile)
    else { return }
    let caps = unsafe Caps(takingOwnershipOf: format)
    guard caps.name.hasPrefix("video/") || caps.name.hasPrefix("audio/") else {
      throw GStreamerError(
        "the encoding profile holds \(caps.name): only video and audio can be made"
      )
    }
    let preset = unsafe gst_encoding_profile_get_preset(profile)
    let name = unsafe gst_encoding_profile_get_preset_name(profile)
    streams.append(
      Stream(
        isVideo: caps.name.hasPrefix("video/"),
        format: caps,
        preset: unsafe preset.map { unsafe String(cString: $0) },
        encoder: unsafe name.map { unsafe String(cString: $0) }
      )
    )
  }
}

extension Element {
  /// Loads one of the element's presets by name.
  ///
  /// Wraps `gst_preset_load_preset`.
  public func loadPreset(_ name: String) throws(GStreamerError) {
    guard unsafe CGStreamer_load_preset(raw, name) != 0 else {
      throw GStreamerError("there is no preset '\(name)'", element: kind)
    }
  }
}
