// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A `GstElement`.
public class Element: Object, @unchecked Sendable {
  var element: UnsafeMutablePointer<GstElement> {
    unsafe raw.assumingMemoryBound(to: GstElement.self)
  }

  /// The name of the element's factory, such as "x264enc".
  override var kind: String {
    guard let factory = unsafe gst_element_get_factory(element),
      let name = unsafe CGStreamer_factory_name(factory)
    else { return super.kind }
    return unsafe String(cString: name)
  }

  /// The name of the element's factory, such as "avdec_h264".
  public var factoryName: String { kind }

  /// Returns whether the element is of the factory of this name.
  public func isMade(by factory: String) -> Bool { kind == factory }

  /// Creates an element by its factory's name, with properties set from text.
  ///
  /// - Throws: a `missingPlugin` error that names the factory, or an error about a property.
  public static func make(
    _ factory: String,
    _ properties: KeyValuePairs<String, String> = [:]
  ) throws(GStreamerError) -> Element {
    guard let found = ElementFactory(named: factory), let element = found.make() else {
      throw .missing(element: factory)
    }
    for (name, value) in properties { try element.set(name, to: value) }
    return element
  }

  /// Returns a static pad, such as "src" or "sink".
  public func pad(_ name: String) throws(GStreamerError) -> Pad {
    guard let pad = unsafe gst_element_get_static_pad(element, name) else {
      throw GStreamerError("there is no pad '\(name)' here", element: kind)
    }
    return unsafe Pad(takingOwnershipOf: pad)
  }

  /// Returns a sink pad that accepts `caps`: the static one, or a new request pad.
  ///
  /// Wraps `gst_element_get_pad_template_list` and `gst_element_request_pad`.
  public func sinkPad(taking caps: Caps) throws(GStreamerError) -> Pad {
    let templates = unsafe elements(of: gst_element_get_pad_template_list(element))
    for index in unsafe templates.indices {
      let template = unsafe templates[index].assumingMemoryBound(to: GstPadTemplate.self)
      guard unsafe template.pointee.direction == GST_PAD_SINK,
        unsafe gst_caps_can_intersect(template.pointee.caps, caps.raw) != 0
      else { continue }
      if unsafe template.pointee.presence == GST_PAD_ALWAYS {
        return try pad(unsafe String(cString: template.pointee.name_template))
      }
      if let pad = unsafe gst_element_request_pad(element, template, nil, nil) {
        return unsafe Pad(takingOwnershipOf: pad)
      }
    }
    throw GStreamerError("takes no stream of \(caps)", element: kind)
  }

  /// Links this element's source pad to the next one's sink pad.
  public func link(to next: Element) throws(GStreamerError) {
    guard unsafe gst_element_link(element, next.element) != 0 else {
      throw GStreamerError("cannot be linked to \(next.kind)", element: kind)
    }
  }

  /// Seeks to play from `start` to the end: exactly, or from the key frame at or before it.
  ///
  /// A pipeline must be paused; a source may run.
  ///
  /// Wraps `gst_element_seek` with the flags flush and accurate, or key-unit and snap-before.
  public func seek(to start: ClockTime, isExact: Bool = true) throws(GStreamerError) {
    let how =
      isExact
      ? GST_SEEK_FLAG_ACCURATE.rawValue
      : GST_SEEK_FLAG_KEY_UNIT.rawValue | GST_SEEK_FLAG_SNAP_BEFORE.rawValue
    let flags = GstSeekFlags(GST_SEEK_FLAG_FLUSH.rawValue | how)
    let done = unsafe gst_element_seek(
      element,
      1,
      GST_FORMAT_TIME,
      flags,
      GST_SEEK_TYPE_SET,
      Int(clamping: start.nanoseconds),
      GST_SEEK_TYPE_SET,
      -1
    )
    guard done != 0 else { throw GStreamerError("the input cannot be sought") }
  }

  /// Calls `handler` for every new pad, on a streaming thread.
  ///
  /// Wraps the signal `pad-added`.
  public func onPad(_ handler: @escaping @Sendable (Pad) -> Void) {
    unsafe connect("pad-added") { arguments, _ in
      if let pad = unsafe g_value_get_object(arguments + 1) { unsafe handler(Pad(retaining: pad)) }
    }
  }

  /// Calls `body` once all pads have been added, on a streaming thread.
  ///
  /// Wraps the signal `no-more-pads`.
  public func onLastPad(_ body: @escaping @Sendable () -> Void) {
    unsafe connect("no-more-pads") { _, _ in body() }
  }

  /// Creates the source that reads a URI; nil where no plugin has one for its scheme.
  ///
  /// Wraps `gst_element_make_from_uri`.
  public static func source(_ uri: String) -> Element? {
    var error: UnsafeMutablePointer<GError>?
    guard let made = unsafe gst_element_make_from_uri(GST_URI_SRC, uri, nil, &error) else {
      unsafe g_clear_error(&error)
      return nil
    }
    return unsafe Element(takingOwnershipOf: g_object_ref_sink(made))
  }

  /// Starts an element that is added to a running pipeline, after those downstream.
  ///
  /// Wraps `gst_element_sync_state_with_parent`.
  public func start() { unsafe gst_element_sync_state_with_parent(element) }

  /// Sets a sink that is added to a starting pipeline to PAUSED, where it accepts buffers.
  ///
  /// Wraps `gst_element_set_state`. Unlike `gst_element_sync_state_with_parent`, it does not depend
  /// on the pipeline's current state.
  public func joinPaused() { unsafe gst_element_set_state(element, GST_STATE_PAUSED) }
}

extension GStreamerError {
  /// Returns the error for an element that is not installed.
  static func missing(element: String) -> GStreamerError {
    var error = GStreamerError("there is no element '\(element)'", element: element)
    error.domain = "gst-core-error-quark"
    error.code = 12
    return error
  }
}
