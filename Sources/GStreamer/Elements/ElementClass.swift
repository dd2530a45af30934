// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The `GType` of an element written in Swift.
///
/// An instance is a `GstElement` followed by a pointer to its ``ElementInstance``.
@safe final class ElementClass: @unchecked Sendable {
  // `@unchecked Sendable`: never changed after `init`.
  private let info: ElementInfo
  private let isPulling: Bool
  private let addProperties: (UnsafeMutablePointer<GObjectClass>) -> Void
  private let makeInstance: (Pads) -> ElementInstance

  /// An element under construction and its two pads.
  @safe struct Pads {
    let element: UnsafeMutablePointer<GstElement>
    let sink: UnsafeMutablePointer<GstPad>
    let source: UnsafeMutablePointer<GstPad>
  }

  init<Implementation: ElementImplementation>(_: Implementation.Type) {
    info = Implementation.info
    let category = DebugCategory(info.name, info.longName)
    isPulling = Implementation.self is any PullingImplementation.Type
    unsafe self.addProperties = {
      unsafe Implementation.properties.add(to: $0, Implementation.defaults)
    }
    makeInstance = { pads in
      TypedInstance<Implementation>(
        unsafe ElementHost(
          pads.element,
          sink: pads.sink,
          source: pads.source,
          settings: Implementation.defaults,
          category: category
        )
      )
    }
  }

  /// Returns the type, which is registered on first use.
  ///
  /// A type that another copy of this code has registered is reused, as when a plugin is loaded
  /// into a program that has the element built in.
  func type() -> GType {
    let found = unsafe g_type_from_name(info.typeName)
    guard found == 0 else { return found }
    var parent = unsafe GTypeQuery()
    unsafe g_type_query(gst_element_get_type(), &parent)
    let data = unsafe Unmanaged.passRetained(self).toOpaque()
    var description = unsafe GTypeInfo()
    unsafe description.class_size = guint16(clamping: parent.class_size)
    unsafe description.class_init = { unsafe initializeClass($0, $1) }
    unsafe description.class_data = UnsafeRawPointer(data)
    unsafe description.instance_size = guint16(
      clamping: Int(parent.instance_size) + MemoryLayout<UnsafeRawPointer>.size
    )
    unsafe description.instance_init = { instance, itsClass in
      unsafe initializeInstance(instance, itsClass)
    }
    let type = unsafe g_type_register_static(
      gst_element_get_type(),
      info.typeName,
      &description,
      GTypeFlags(0)
    )
    unsafe g_type_set_qdata(type, Self.quark, data)
    return type
  }

  static let quark = unsafe g_quark_from_static_string("retime-element-class")

  /// Initialises the class: description, pad templates, properties and functions.
  func initialize(_ itsClass: UnsafeMutableRawPointer) {
    let element = unsafe itsClass.assumingMemoryBound(to: GstElementClass.self)
    unsafe gst_element_class_set_metadata(
      element,
      info.longName,
      info.classification,
      info.summary,
      "Retime"
    )
    let presence = info.showsSourceLater ? GST_PAD_SOMETIMES : GST_PAD_ALWAYS
    for (name, direction, presence, text) in [
      ("sink", GST_PAD_SINK, GST_PAD_ALWAYS, info.caps),
      ("src", GST_PAD_SRC, presence, info.sourceCaps),
    ] {
      guard let caps = unsafe gst_caps_from_string(text) else { continue }
      unsafe gst_element_class_add_pad_template(
        element,
        gst_pad_template_new(name, direction, presence, caps)
      )
      unsafe gst_caps_unref(caps)
    }
    unsafe element.pointee.change_state = { unsafe changeState($0, $1) }
    let object = unsafe itsClass.assumingMemoryBound(to: GObjectClass.self)
    unsafe object.pointee.finalize = { unsafe finalize($0) }
    unsafe object.pointee.set_property = { object, id, value, _ in
      guard let value = unsafe value else { return }
      unsafe instance(of: object)?.set(Int(id) - 1, value)
    }
    unsafe object.pointee.get_property = { object, id, value, _ in
      guard let value = unsafe value else { return }
      unsafe instance(of: object)?.get(Int(id) - 1, value)
    }
    unsafe addProperties(object)
  }

  /// Creates the pads and the Swift instance of a new element.
  func initialize(
    _ element: UnsafeMutablePointer<GstElement>,
    _ itsClass: UnsafeMutablePointer<GstElementClass>
  ) {
    func pad(_ name: String) -> UnsafeMutablePointer<GstPad>? {
      unsafe gst_pad_new_from_template(gst_element_class_get_pad_template(itsClass, name), name)
    }
    guard let sink = unsafe pad("sink"), let source = unsafe pad("src") else { return }
    unsafe setFunctions(sink: sink, source: source)
    if info.proxiesCaps {
      unsafe CGStreamer_proxy_caps(sink)
      unsafe CGStreamer_proxy_caps(source)
    }
    if info.proxiesAllocation {
      unsafe CGStreamer_proxy_allocation(sink)
      unsafe CGStreamer_proxy_allocation(source)
    }
    if isPulling { unsafe setPullFunctions(sink: sink) }
    unsafe gst_element_add_pad(element, sink)
    if !info.showsSourceLater { unsafe gst_element_add_pad(element, source) }
    let made = makeInstance(unsafe Pads(element: element, sink: sink, source: source))
    unsafe storage(of: UnsafeMutableRawPointer(element)).pointee = Unmanaged.passRetained(made)
    if let rate = info.rateProperty { EditingServices.register(rate: rate, of: info.name) }
  }
}

// MARK: - C callbacks: each finds the Swift instance, converts the arguments and calls it

/// Returns the address of an element's Swift instance, which follows the parent type's data.
private func storage(
  of element: UnsafeMutableRawPointer
) -> UnsafeMutablePointer<Unmanaged<ElementInstance>?> {
  unsafe (element + parentSize).assumingMemoryBound(to: Unmanaged<ElementInstance>?.self)
}

private let parentSize: Int = {
  var query = unsafe GTypeQuery()
  unsafe g_type_query(gst_element_get_type(), &query)
  return unsafe Int(query.instance_size)
}()

func instance(of element: UnsafeMutableRawPointer?) -> ElementInstance? {
  guard let element = unsafe element else { return nil }
  return unsafe storage(of: element).pointee?.takeUnretainedValue()
}

/// Returns the Swift instance of an element, given as any of its parent types.
func instance<Parent>(of object: UnsafeMutablePointer<Parent>?) -> ElementInstance? {
  unsafe instance(of: object.map { UnsafeMutableRawPointer($0) })
}

private func initializeClass(_ itsClass: gpointer?, _ data: gpointer?) {
  guard let itsClass = unsafe itsClass, let data = unsafe data else { return }
  let owner = unsafe Unmanaged<ElementClass>.fromOpaque(data).takeUnretainedValue()
  unsafe owner.initialize(itsClass)
}

private func initializeInstance(_ made: UnsafeMutablePointer<GTypeInstance>?, _ itsClass: gpointer?)
{
  guard let made = unsafe made, let itsClass = unsafe itsClass,
    let data = unsafe g_type_get_qdata(CGStreamer_type_of_class(itsClass), ElementClass.quark)
  else { return }
  let owner = unsafe Unmanaged<ElementClass>.fromOpaque(data).takeUnretainedValue()
  unsafe owner.initialize(
    UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstElement.self),
    itsClass.assumingMemoryBound(to: GstElementClass.self)
  )
}

private func parentClass<Class>(_: Class.Type) -> UnsafeMutablePointer<Class>? {
  unsafe g_type_class_peek(gst_element_get_type())?.assumingMemoryBound(to: Class.self)
}

private func finalize(_ object: UnsafeMutablePointer<GObject>?) {
  if let object = unsafe object {
    unsafe storage(of: UnsafeMutableRawPointer(object)).pointee?.release()
    unsafe storage(of: UnsafeMutableRawPointer(object)).pointee = nil
  }
  unsafe parentClass(GObjectClass.self)?.pointee.finalize?(object)
}

private func changeState(
  _ element: UnsafeMutablePointer<GstElement>?,
  _ change: GstStateChange
) -> GstStateChangeReturn {
  let half = unsafe instance(of: element)
  if change == GST_STATE_CHANGE_READY_TO_PAUSED, half?.start() == false {
    return GST_STATE_CHANGE_FAILURE
  }
  let result =
    unsafe parentClass(GstElementClass.self)?.pointee.change_state?(element, change)
    ?? GST_STATE_CHANGE_FAILURE
  if change == GST_STATE_CHANGE_PAUSED_TO_READY { half?.stop() }
  return result
}

private func setFunctions(
  sink: UnsafeMutablePointer<GstPad>,
  source: UnsafeMutablePointer<GstPad>
) {
  unsafe gst_pad_set_chain_function_full(
    sink,
    { _, parent, buffer in
      guard let buffer = unsafe buffer else { return GST_FLOW_ERROR }
      let owned = unsafe Buffer(takingOwnershipOf: buffer)
      guard let half = unsafe instance(of: parent) else { return GST_FLOW_ERROR }
      return half.handle(owned).value
    },
    nil,
    nil
  )
  unsafe gst_pad_set_event_function_full(
    sink,
    { _, parent, event in
      guard let event = unsafe event else { return 0 }
      let owned = unsafe Event(takingOwnershipOf: event)
      return unsafe instance(of: parent)?.handleFromUpstream(owned) ?? false ? 1 : 0
    },
    nil,
    nil
  )
  unsafe gst_pad_set_event_function_full(
    source,
    { _, parent, event in
      guard let event = unsafe event else { return 0 }
      let owned = unsafe Event(takingOwnershipOf: event)
      return unsafe instance(of: parent)?.handleFromDownstream(owned) ?? false ? 1 : 0
    },
    nil,
    nil
  )
  unsafe gst_pad_set_query_function_full(
    sink,
    { pad, parent, query in
      guard let query = unsafe query else { return 0 }
      let answer = unsafe instance(of: parent)?.answerUpstream(Query(borrowing: query))
      return unsafe answer.map { $0 ? 1 : 0 } ?? gst_pad_query_default(pad, parent, query)
    },
    nil,
    nil
  )
  unsafe gst_pad_set_query_function_full(
    source,
    { pad, parent, query in
      guard let query = unsafe query else { return 0 }
      let answer = unsafe instance(of: parent)?.answerDownstream(Query(borrowing: query))
      return unsafe answer.map { $0 ? 1 : 0 } ?? gst_pad_query_default(pad, parent, query)
    },
    nil,
    nil
  )
}
