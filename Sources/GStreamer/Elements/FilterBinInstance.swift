// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

/// The Swift instance of one ``FilterBin``.
///
/// A model of each kind of filter, which no data passes, holds the settings. The models and the
/// filters are in one group, so settings of time are shared by that; the others are set on each.
@safe final class FilterBinInstance: @unchecked Sendable {
  // `@unchecked Sendable`: the pointers never change, and outlive this object or are owned by it; the functions
  // called on them are MT safe.
  private let bin: FilterBin
  private let properties: [FilterBin.SharedProperty]
  private let element: UnsafeMutablePointer<GstElement>
  private let models: [OwnedElement]
  private let group: String

  private static let count = Atomic<UInt64>(0)

  init(
    _ bin: FilterBin,
    _ properties: [FilterBin.SharedProperty],
    _ element: UnsafeMutablePointer<GstElement>
  ) {
    (self.bin, self.properties) = (bin, properties)
    unsafe self.element = unsafe element
    let number = Self.count.add(1, ordering: .relaxed).newValue
    // No name that an application would choose.
    group = "\u{1}\(bin.name) \(number)"
    models = bin.filters.compactMap { filter in
      guard let made = unsafe gst_element_factory_make(filter.factory, nil) else { return nil }
      // A floating reference is taken.
      return unsafe OwnedElement(made)
    }
    for model in models { unsafe model.use(join) }
  }

  private func join(_ filter: UnsafeMutablePointer<GstElement>) {
    var value = GValue()
    unsafe g_value_init(&value, CGStreamer_type_string())
    unsafe g_value_set_string(&value, group)
    unsafe g_object_set_property(Self.object(filter), bin.groupProperty, &value)
    unsafe g_value_unset(&value)
  }

  private static func object(
    _ element: UnsafeMutablePointer<GstElement>
  ) -> UnsafeMutablePointer<GObject> {
    unsafe UnsafeMutableRawPointer(element).assumingMemoryBound(to: GObject.self)
  }

  private static func has(_ property: String, _ element: UnsafeMutablePointer<GstElement>) -> Bool {
    unsafe g_object_class_find_property(CGStreamer_class(object(element)), property)
      != nil
  }

  // MARK: - Properties

  /// Sets a property on the models and on all filters that have it.
  func set(_ index: Int, _ value: UnsafePointer<GValue>) {
    guard properties.indices.contains(index) else { return }
    let property = properties[index]
    for target in models + filters {
      unsafe target.use { target in
        guard unsafe Self.has(property.name, target) else { return }
        unsafe g_object_set_property(Self.object(target), property.name, value)
      }
    }
    for partner in property.partners where properties.contains(where: { $0.name == partner }) {
      unsafe g_object_notify(Self.object(element), partner)
    }
  }

  /// Reads a property from a model.
  func get(_ index: Int, _ value: UnsafeMutablePointer<GValue>) {
    guard properties.indices.contains(index) else { return }
    let name = properties[index].name
    for model in models {
      var isRead = false
      unsafe model.use { model in
        guard unsafe Self.has(name, model) else { return }
        unsafe g_object_get_property(Self.object(model), name, value)
        isRead = true
      }
      if isRead { return }
    }
  }

  // MARK: - Pads

  /// An element that is kept alive.
  @safe private final class OwnedElement {
    private let raw: UnsafeMutablePointer<GstElement>

    init(_ raw: UnsafeMutablePointer<GstElement>) {
      unsafe self.raw = unsafe raw
      unsafe gst_object_ref_sink(raw)
    }

    deinit { unsafe gst_object_unref(raw) }

    func use(_ body: (UnsafeMutablePointer<GstElement>) -> Void) { unsafe body(raw) }
  }

  private var raw: UnsafeMutablePointer<GstBin> {
    unsafe UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBin.self)
  }

  /// The filters in the bin.
  private var filters: [OwnedElement] {
    var found: [OwnedElement] = []
    guard let iterator = unsafe gst_bin_iterate_elements(raw) else { return found }
    defer { unsafe gst_iterator_free(iterator) }
    var value = GValue()
    while true {
      switch unsafe gst_iterator_next(iterator, &value) {
      case GST_ITERATOR_OK:
        if let object = unsafe g_value_get_object(&value) {
          found.append(
            unsafe OwnedElement(
              UnsafeMutableRawPointer(object).assumingMemoryBound(to: GstElement.self)
            )
          )
        }
        unsafe g_value_reset(&value)
      case GST_ITERATOR_RESYNC:
        found = []
        unsafe gst_iterator_resync(iterator)
      default:
        if value.g_type != 0 { unsafe g_value_unset(&value) }
        return found
      }
    }
  }

  /// Adds a filter with a sink pad of a template, and its source pad; returns the sink pad, nil if it cannot.
  ///
  /// `name`: the requested name; with nil, the next free number.
  func addFilter(
    _ template: UnsafeMutablePointer<GstPadTemplate>?,
    _ name: String?
  ) -> UnsafeMutablePointer<GstPad>? {
    guard models.count == bin.filters.count, let template = unsafe template,
      let text = unsafe template.pointee.name_template,
      let index = bin.filters.firstIndex(where: {
        unsafe $0.media + "_%u" == String(cString: text)
      })
    else { return nil }
    let filter = bin.filters[index]
    guard let number = number(of: name, filter),
      let made = unsafe gst_element_factory_make(filter.factory, "\(filter.media)_\(number)")
    else { return nil }
    unsafe models[index].use { model in
      for property in filter.properties { unsafe copy(property.name, from: model, to: made) }
    }
    unsafe join(made)
    guard unsafe gst_bin_add(raw, made) != 0 else { return nil }
    let sink = unsafe ghost("\(filter.media)_\(number)", made, "sink", template)
    let source = unsafe ghost(
      "\(filter.media)_src_\(number)",
      made,
      "src",
      gst_element_class_get_pad_template(
        CGStreamer_class_of_element(element),
        "\(filter.media)_src_%u"
      )
    )
    unsafe gst_element_sync_state_with_parent(made)
    guard let sink = unsafe sink, unsafe source != nil else { return nil }
    return unsafe sink
  }

  /// The number in a requested name, or the next one; nil for another name, or one that is taken.
  private func number(of name: String?, _ filter: FilterBin.Filter) -> UInt32? {
    func isFree(_ number: UInt32) -> Bool {
      guard let pad = unsafe gst_element_get_static_pad(element, "\(filter.media)_\(number)")
      else { return true }
      unsafe gst_object_unref(pad)
      return false
    }
    if let name, !name.hasSuffix("%u") {
      guard let number = UInt32(name.dropFirst(filter.media.count + 1)), isFree(number) else {
        return nil
      }
      return number
    }
    return (0..<UInt32.max).first(where: isFree)
  }

  private func copy(
    _ property: String,
    from model: UnsafeMutablePointer<GstElement>,
    to filter: UnsafeMutablePointer<GstElement>
  ) {
    let spec = unsafe g_object_class_find_property(
      CGStreamer_class(Self.object(model)),
      property
    )
    guard let spec = unsafe spec else { return }
    var value = GValue()
    unsafe g_value_init(&value, spec.pointee.value_type)
    unsafe g_object_get_property(Self.object(model), property, &value)
    unsafe g_object_set_property(Self.object(filter), property, &value)
    unsafe g_value_unset(&value)
  }

  /// Adds a ghost pad for a pad of a filter.
  private func ghost(
    _ name: String,
    _ filter: UnsafeMutablePointer<GstElement>,
    _ target: String,
    _ template: UnsafeMutablePointer<GstPadTemplate>?
  ) -> UnsafeMutablePointer<GstPad>? {
    guard let pad = unsafe gst_element_get_static_pad(filter, target) else { return nil }
    defer { unsafe gst_object_unref(pad) }
    guard let ghost = unsafe gst_ghost_pad_new_from_template(name, pad, template) else {
      return nil
    }
    unsafe gst_pad_set_active(ghost, 1)
    return unsafe gst_element_add_pad(element, ghost) != 0 ? ghost : nil
  }

  /// Removes the filter of a sink pad, and both its pads.
  func removeFilter(_ pad: UnsafeMutablePointer<GstPad>) {
    guard
      let name = unsafe gst_object_get_name(
        UnsafeMutableRawPointer(pad).assumingMemoryBound(to: GstObject.self)
      )
    else { return }
    defer { unsafe g_free(name) }
    let text = unsafe String(cString: name)
    guard let split = text.lastIndex(of: "_") else { return }
    let filter = unsafe gst_bin_get_by_name(raw, text)
    let source = unsafe gst_element_get_static_pad(
      element,
      text[..<split] + "_src" + text[split...]
    )
    unsafe gst_pad_set_active(pad, 0)
    if let source = unsafe source {
      unsafe gst_pad_set_active(source, 0)
      unsafe gst_element_remove_pad(element, source)
      unsafe gst_object_unref(source)
    }
    unsafe gst_element_remove_pad(element, pad)
    guard let filter = unsafe filter else { return }
    unsafe gst_bin_remove(raw, filter)
    unsafe gst_element_set_state(filter, GST_STATE_NULL)
    unsafe gst_object_unref(filter)
  }
}
