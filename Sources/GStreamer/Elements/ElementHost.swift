// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

/// An implementation's access to its element: pads, settings and the bus.
@safe public final class ElementHost<Settings: Sendable>: @unchecked Sendable {
  // `@unchecked Sendable`: the pointers never change and outlive this object, which the element owns; the
  // functions called on them are MT safe.
  let element: UnsafeMutablePointer<GstElement>
  let sink: UnsafeMutablePointer<GstPad>
  let source: UnsafeMutablePointer<GstPad>
  let stored: Mutex<Settings>
  private let category: DebugCategory
  private let latency = Atomic<UInt64>(0)
  /// The warnings posted since the start.
  let warnings = Mutex<Set<String>>([])

  init(
    _ element: UnsafeMutablePointer<GstElement>,
    sink: UnsafeMutablePointer<GstPad>,
    source: UnsafeMutablePointer<GstPad>,
    settings: Settings,
    category: DebugCategory
  ) {
    unsafe self.element = unsafe element
    unsafe self.sink = unsafe sink
    // A pad that is added later has no parent yet: its floating reference is taken.
    unsafe self.source = unsafe g_object_ref_sink(source).assumingMemoryBound(to: GstPad.self)
    stored = Mutex(settings)
    self.category = category
  }

  deinit { unsafe gst_object_unref(source) }

  /// The element as its parent type.
  var object: UnsafeMutablePointer<GstObject> {
    unsafe UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstObject.self)
  }

  /// The current settings.
  public var settings: Settings { stored.withLock { $0 } }

  /// Updates the values that properties report; must not change values set by the application.
  public func update(_ body: (inout Settings) -> Void) { stored.withLock { body(&$0) } }

  /// Notifies that a property has changed together with another one.
  ///
  /// Wraps `g_object_notify`.
  func notify(_ property: String) {
    unsafe g_object_notify(
      UnsafeMutableRawPointer(element).assumingMemoryBound(to: GObject.self),
      property
    )
  }

  /// Returns whether the element is inside an object of a type, such as `NleObject`; false if no library has registered it.
  ///
  /// Wraps `gst_object_get_parent` and `g_type_is_a`.
  public func isInside(_ typeName: String) -> Bool {
    let type = unsafe g_type_from_name(typeName)
    guard type != 0 else { return false }
    var parent = unsafe gst_object_get_parent(object)
    while let ancestor = unsafe parent {
      defer { unsafe gst_object_unref(ancestor) }
      let instance = unsafe UnsafeMutableRawPointer(ancestor)
        .assumingMemoryBound(to: GTypeInstance.self)
      if unsafe g_type_check_instance_is_a(instance, type) != 0 { return true }
      unsafe parent = unsafe gst_object_get_parent(ancestor)
    }
    return false
  }

  /// Whether data may flow: the element is PAUSED or PLAYING.
  var isStreaming: Bool { unsafe element.pointee.current_state.rawValue > GST_STATE_READY.rawValue }

  /// Lets controllers set the properties to their values at a stream time.
  ///
  /// Wraps `gst_object_sync_values`.
  public func syncSettings(at streamTime: Int64) {
    guard let time = UInt64(exactly: streamTime) else { return }
    guard unsafe gst_object_has_active_control_bindings(object) != 0 else { return }
    unsafe gst_object_sync_values(object, GstClockTime(time))
  }

  // MARK: - Downstream

  /// Pushes a buffer downstream.
  ///
  /// Blocks as long as downstream does. Wraps `gst_pad_push`.
  public func push(_ buffer: consuming Buffer) -> Flow {
    log(.log, "pushing \(buffer.description)")
    let flow = unsafe Flow(gst_pad_push(source, buffer.release()))
    if flow != .ok { log(.debug, "downstream answered \(flow)") }
    return flow
  }

  /// Sends an event downstream.
  public func sendDownstream(_ event: consuming Event) -> Bool {
    log(.debug, "sending downstream \(event.description)")
    return unsafe gst_pad_push_event(source, event.release()) != 0
  }

  /// Returns the caps that downstream accepts, within `filter`.
  ///
  /// Wraps `gst_pad_peer_query_caps`.
  public func downstreamCaps(_ filter: Caps?) -> Caps {
    unsafe Caps(takingOwnershipOf: gst_pad_peer_query_caps(source, filter?.raw))
  }

  // MARK: - Upstream

  /// Sends an event upstream.
  public func sendUpstream(_ event: consuming Event) -> Bool {
    log(.debug, "sending upstream \(event.description)")
    return unsafe gst_pad_push_event(sink, event.release()) != 0
  }

  /// Returns the caps that upstream can produce, within `filter`.
  ///
  /// Wraps `gst_pad_peer_query_caps`.
  public func upstreamCaps(_ filter: Caps?) -> Caps {
    unsafe Caps(takingOwnershipOf: gst_pad_peer_query_caps(sink, filter?.raw))
  }

  /// The duration of the input in nanoseconds, if upstream reports it.
  ///
  /// Wraps `gst_pad_peer_query_duration`.
  public var upstreamDuration: Int64? {
    var duration = -1
    guard unsafe gst_pad_peer_query_duration(sink, GST_FORMAT_TIME, &duration) != 0, duration >= 0
    else { return nil }
    return Int64(duration)
  }

  /// Whether downstream requests renegotiation; reading it clears the request.
  ///
  /// Wraps `gst_pad_check_reconfigure`.
  public var mustReconfigure: Bool { unsafe gst_pad_check_reconfigure(source) != 0 }

  /// Sends a query upstream; returns whether it was answered.
  ///
  /// Wraps `gst_pad_peer_query`.
  public func askUpstream(_ query: borrowing Query) -> Bool {
    unsafe gst_pad_peer_query(sink, query.raw) != 0
  }

  // MARK: - The debug log and the bus

  /// Logs to the element's debug category; `message` is evaluated only if its level is logged.
  public func log(
    _ level: DebugLevel,
    _ message: @autoclosure () -> String,
    file: StaticString = #fileID,
    function: StaticString = #function,
    line: Int = #line
  ) {
    guard category.shows(level) else { return }
    let origin = CodeLine(file: file, function: function, line: line)
    unsafe category.log(level, message(), about: element, from: origin)
  }

  /// Sets the latency that the element adds, and posts a latency message if it has changed.
  ///
  /// Wraps `gst_message_new_latency`.
  public func announceLatency(nanoseconds: UInt64) {
    guard latency.exchange(nanoseconds, ordering: .relaxed) != nanoseconds else { return }
    log(.info, "latency is \(nanoseconds) ns")
    unsafe gst_element_post_message(element, gst_message_new_latency(object))
  }

  /// Posts that the duration has changed.
  ///
  /// Wraps `gst_message_new_duration_changed`.
  public func postDurationChange() {
    unsafe gst_element_post_message(element, gst_message_new_duration_changed(object))
  }
}
