// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

/// What the inside of an element sees of its outside: pads, settings and the bus.
@safe public final class ElementHost<Settings: Sendable>: @unchecked Sendable {
  // `@unchecked Sendable`: the pointers never change and outlive this object, which the element owns; the
  // functions called on them are MT safe.
  let element: UnsafeMutablePointer<GstElement>
  let sink: UnsafeMutablePointer<GstPad>
  let source: UnsafeMutablePointer<GstPad>
  let stored: Mutex<Settings>
  private let category: DebugCategory
  private let latency = Atomic<UInt64>(0)

  init(
    _ element: UnsafeMutablePointer<GstElement>,
    sink: UnsafeMutablePointer<GstPad>,
    source: UnsafeMutablePointer<GstPad>,
    settings: Settings,
    category: DebugCategory
  ) {
    unsafe self.element = unsafe element
    unsafe self.sink = unsafe sink
    // A pad that is shown later belongs to nobody yet.
    unsafe self.source = unsafe g_object_ref_sink(source).assumingMemoryBound(to: GstPad.self)
    stored = Mutex(settings)
    self.category = category
  }

  deinit { unsafe gst_object_unref(source) }

  /// The element as what it is derived from.
  var object: UnsafeMutablePointer<GstObject> {
    unsafe UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstObject.self)
  }

  /// What is set now.
  public var settings: Settings { stored.withLock { $0 } }

  /// Changes what the properties are read as; never what the application has set.
  public func update(_ body: (inout Settings) -> Void) { stored.withLock { body(&$0) } }

  /// Says that a property has changed with another one.
  ///
  /// Wraps `g_object_notify`.
  func notify(_ property: String) {
    unsafe g_object_notify(
      UnsafeMutableRawPointer(element).assumingMemoryBound(to: GObject.self),
      property
    )
  }

  /// Whether data may flow: the element is PAUSED or PLAYING.
  var isStreaming: Bool { unsafe element.pointee.current_state.rawValue > GST_STATE_READY.rawValue }

  /// Lets controllers set the properties to what they are at a stream time.
  ///
  /// Wraps `gst_object_sync_values`.
  public func syncSettings(at streamTime: Int64) {
    guard let time = UInt64(exactly: streamTime) else { return }
    guard unsafe gst_object_has_active_control_bindings(object) != 0 else { return }
    unsafe gst_object_sync_values(object, GstClockTime(time))
  }

  // MARK: - Downstream

  /// Hands a buffer on.
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

  /// What downstream takes, within `filter`.
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

  /// What upstream can give, within `filter`.
  ///
  /// Wraps `gst_pad_peer_query_caps`.
  public func upstreamCaps(_ filter: Caps?) -> Caps {
    unsafe Caps(takingOwnershipOf: gst_pad_peer_query_caps(sink, filter?.raw))
  }

  /// How long the stream is that comes in, in nanoseconds, if upstream knows.
  ///
  /// Wraps `gst_pad_peer_query_duration`.
  public var upstreamDuration: Int64? {
    var duration = -1
    guard unsafe gst_pad_peer_query_duration(sink, GST_FORMAT_TIME, &duration) != 0, duration >= 0
    else { return nil }
    return Int64(duration)
  }

  /// Whether downstream wants to be asked again what it takes; says so once.
  ///
  /// Wraps `gst_pad_check_reconfigure`.
  public var mustReconfigure: Bool { unsafe gst_pad_check_reconfigure(source) != 0 }

  /// Asks upstream; false when it does not know.
  ///
  /// Wraps `gst_pad_peer_query`.
  public func askUpstream(_ query: borrowing Query) -> Bool {
    unsafe gst_pad_peer_query(sink, query.raw) != 0
  }

  // MARK: - The debug log and the bus

  /// Writes to the element's category of the debug log; `message` is made only if somebody wants to see it.
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

  /// What an error is about.
  public enum Fault: Sendable {
    /// The stream is not what its caps say.
    case format
    /// Something that the element does not do was asked for.
    case unsupported
    /// What is set cannot be done.
    case settings
    /// Memory or a library failed.
    case failed
    /// The stream ends before it should, or stands nowhere in the source.
    case unreadable
    /// Those who come after do not go on.
    case stopped
  }

  /// Posts an error, after which the stream must end.
  ///
  /// Wraps `gst_element_message_full`.
  public func fail(
    _ fault: Fault,
    _ message: String,
    file: StaticString = #fileID,
    function: StaticString = #function,
    line: Int = #line
  ) -> Flow {
    log(.error, message, file: file, function: function, line: line)
    let (domain, code) =
      switch fault {
      case .format: (gst_stream_error_quark(), GST_STREAM_ERROR_FORMAT.rawValue)
      case .unsupported: (gst_stream_error_quark(), GST_STREAM_ERROR_NOT_IMPLEMENTED.rawValue)
      case .settings: (gst_library_error_quark(), GST_LIBRARY_ERROR_SETTINGS.rawValue)
      case .failed: (gst_library_error_quark(), GST_LIBRARY_ERROR_FAILED.rawValue)
      case .unreadable: (gst_stream_error_quark(), GST_STREAM_ERROR_DEMUX.rawValue)
      case .stopped: (gst_stream_error_quark(), GST_STREAM_ERROR_FAILED.rawValue)
      }
    unsafe gst_element_message_full(
      element,
      GST_MESSAGE_ERROR,
      domain,
      Int32(code),
      g_strdup(message),
      nil,
      file.cString,
      function.cString,
      Int32(clamping: line)
    )
    return .error
  }

  /// Says what the latency is that the element adds; where it is another than before, the pipeline asks again.
  ///
  /// Wraps `gst_message_new_latency`.
  public func announceLatency(nanoseconds: UInt64) {
    guard latency.exchange(nanoseconds, ordering: .relaxed) != nanoseconds else { return }
    log(.info, "latency is \(nanoseconds) ns")
    unsafe gst_element_post_message(element, gst_message_new_latency(object))
  }
}
