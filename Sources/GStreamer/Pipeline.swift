// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A `GstBin`: a group of elements that acts as one element.
public class Bin: Element, @unchecked Sendable {
  var bin: UnsafeMutablePointer<GstBin> { unsafe raw.assumingMemoryBound(to: GstBin.self) }

  /// Adds elements.
  public func add(_ elements: Element...) throws(GStreamerError) {
    for element in elements where unsafe gst_bin_add(bin, element.element) == 0 {
      throw GStreamerError("an element cannot be added", element: element.kind)
    }
  }

  /// Adds elements, and links each to the next.
  public func add(chain: [Element]) throws(GStreamerError) {
    for element in chain { try add(element) }
    for (element, next) in zip(chain, chain.dropFirst()) { try element.link(to: next) }
  }

  /// Returns all elements of a factory in the bin, at any depth.
  ///
  /// Wraps `gst_bin_iterate_all_by_element_factory_name`.
  public func elements(named factory: String) -> [Element] {
    unsafe elements(gst_bin_iterate_all_by_element_factory_name(bin, factory))
  }

  /// Limits the queues after demuxers, which fill up while one stream is consumed faster than another.
  public func boundQueues(bytes: Int) {
    for queue in elements(named: "multiqueue") { try? queue.set("max-size-bytes", to: "\(bytes)") }
  }

  /// Returns all elements of an iterator, and frees it; starts again where the bin changes meanwhile.
  private func elements(_ iterator: UnsafeMutablePointer<GstIterator>?) -> [Element] {
    guard let iterator = unsafe iterator else { return [] }
    defer { unsafe gst_iterator_free(iterator) }
    var (elements, item) = ([Element](), GValue())
    while true {
      switch unsafe gst_iterator_next(iterator, &item) {
      case GST_ITERATOR_OK:
        if let object = unsafe g_value_get_object(&item) {
          unsafe elements.append(Element(retaining: object))
        }
        unsafe g_value_unset(&item)
      case GST_ITERATOR_RESYNC:
        elements = []
        unsafe gst_iterator_resync(iterator)
      default: return elements
      }
    }
  }

  /// Calls `body` for every element added to the bin, at any depth, on the thread that adds it.
  ///
  /// Wraps the signal `deep-element-added`.
  public func onElement(_ body: @escaping @Sendable (Element) -> Void) {
    unsafe connect("deep-element-added") { arguments, _ in
      guard let element = unsafe g_value_get_object(arguments + 2) else { return }
      unsafe body(Element(retaining: element))
    }
  }

  /// Whether a streaming thread in the bin, at any depth, runs or waits; not whether it has ended.
  ///
  /// Wraps `gst_pad_get_task_state`.
  public var isStreaming: Bool {
    unsafe elements(gst_bin_iterate_recurse(bin)).contains { $0.hasRunningPad }
  }
}

extension Element {
  /// Whether a task of one of the element's pads is started.
  fileprivate var hasRunningPad: Bool {
    var isRunning = false
    unsafe gst_element_foreach_pad(
      element,
      { _, pad, data in
        guard let pad = unsafe pad, let data = unsafe data else { return 1 }
        guard unsafe gst_pad_get_task_state(pad) == GST_TASK_STARTED else { return 1 }
        unsafe data.assumingMemoryBound(to: Bool.self).pointee = true
        return 0
      },
      &isRunning
    )
    return isRunning
  }
}

/// A `GstPipeline`: the top-level bin.
public final class Pipeline: Bin, @unchecked Sendable {
  /// Creates an empty pipeline whose messages go to `handler`, on the thread that posts them.
  ///
  /// `handler` must be quick and must not block or change the pipeline's state.
  public convenience init(
    onMessage handler: @escaping @Sendable (Message) -> Void
  ) throws(GStreamerError) {
    try GStreamer.initialize()
    guard let pipeline = unsafe gst_pipeline_new(nil) else {
      throw GStreamerError("a pipeline cannot be made")
    }
    unsafe self.init(takingOwnershipOf: g_object_ref_sink(pipeline))
    guard let bus = unsafe gst_element_get_bus(element) else { return }
    defer { unsafe gst_object_unref(bus) }
    let box = unsafe Unmanaged.passRetained(Box<MessageHandler>(handler)).toOpaque()
    unsafe gst_bus_set_sync_handler(
      bus,
      { _, message, data in
        guard let message = unsafe message, let data = unsafe data else { return GST_BUS_DROP }
        if unsafe Message.isOfNewThread(message) { GStreamer.threadStarted() }
        unsafe Box<MessageHandler>.value(of: data)(Message(message))
        unsafe gst_message_unref(message)
        return GST_BUS_DROP
      },
      box,
      { unsafe releaseBox($0) }
    )
  }

  private typealias MessageHandler = @Sendable (Message) -> Void

  /// Starts to play; errors arrive as messages.
  ///
  /// Blocks until the elements have started.
  public func play() { unsafe gst_element_set_state(element, GST_STATE_PLAYING) }

  /// Prerolls the sinks without playing; the `asyncDone` message reports completion.
  public func pause() { unsafe gst_element_set_state(element, GST_STATE_PAUSED) }

  /// Waits until no state change is pending.
  ///
  /// Blocks until each sink has data or EOS, or the pipeline is stopped. Wraps
  /// `gst_element_get_state`.
  public func settle() {
    unsafe gst_element_get_state(element, nil, nil, GstClockTime.max)
  }

  /// Stops the pipeline, closes files and wakes all threads that wait in an app element.
  ///
  /// Blocks until the streaming threads have ended: never call it from one of them.
  public func stop() {
    for parser in elements(named: "aiffparse") { try? parser.pad("sink").endFlow() }
    unsafe gst_element_set_state(element, GST_STATE_NULL)
  }

  /// Sends EOS from every source, so that downstream elements finish their files.
  ///
  /// The `endOfStream` message reports completion. Wraps `gst_element_send_event`.
  public func endStream() { unsafe gst_element_send_event(element, gst_event_new_eos()) }
}
