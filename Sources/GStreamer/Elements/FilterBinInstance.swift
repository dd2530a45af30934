// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

/// The Swift instance of one ``FilterBin``.
///
/// A model of each kind of filter, which no data passes, holds the settings. The models and the
/// filters are in one group, which shares the settings of time and the pitch; the others are set on each.
@safe final class FilterBinInstance: @unchecked Sendable {
  // `@unchecked Sendable`: the pointers never change, and outlive this object or are owned by it; the functions
  // called on them are MT safe.
  let bin: FilterBin
  private let properties: [FilterBin.SharedProperty]
  let element: UnsafeMutablePointer<GstElement>
  let models: [OwnedElement]
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

  func join(_ filter: UnsafeMutablePointer<GstElement>) {
    var value = GValue()
    unsafe g_value_init(&value, CGStreamer_type_string())
    unsafe g_value_set_string(&value, group)
    unsafe g_object_set_property(Self.object(filter), bin.groupProperty, &value)
    unsafe g_value_unset(&value)
  }

  static func object(
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
      let isRead = unsafe model.use { model in
        guard unsafe Self.has(name, model) else { return false }
        unsafe g_object_get_property(Self.object(model), name, value)
        return true
      }
      if isRead { return }
    }
  }

  // MARK: - Filters

  var raw: UnsafeMutablePointer<GstBin> {
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
}
