// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The `GType` of a ``FilterBin``, a subclass of `GstBin`.
@safe final class FilterBinClass: Sendable {
  private let bin: FilterBin
  private let properties: [FilterBin.SharedProperty]

  init(_ bin: FilterBin) { (self.bin, properties) = (bin, bin.properties) }

  /// Returns the type, which is registered on first use.
  func type() -> GType {
    let found = unsafe g_type_from_name(bin.typeName)
    guard found == 0 else { return found }
    var parent = unsafe GTypeQuery()
    unsafe g_type_query(gst_bin_get_type(), &parent)
    let data = unsafe Unmanaged.passRetained(self).toOpaque()
    var description = unsafe GTypeInfo()
    unsafe description.class_size = guint16(clamping: parent.class_size)
    unsafe description.class_init = { itsClass, data in
      guard let itsClass = unsafe itsClass, let data = unsafe data else { return }
      unsafe Unmanaged<FilterBinClass>.fromOpaque(data).takeUnretainedValue().initialize(itsClass)
    }
    unsafe description.class_data = UnsafeRawPointer(data)
    unsafe description.instance_size = guint16(clamping: parent.instance_size)
    unsafe description.instance_init = { made, itsClass in
      guard let made = unsafe made, let itsClass = unsafe itsClass,
        let data = unsafe g_type_get_qdata(CGStreamer_type_of_class(itsClass), classQuark)
      else { return }
      let owner = unsafe Unmanaged<FilterBinClass>.fromOpaque(data).takeUnretainedValue()
      unsafe owner.initialize(instance: UnsafeMutableRawPointer(made))
    }
    let type = unsafe g_type_register_static(
      gst_bin_get_type(),
      bin.typeName,
      &description,
      GTypeFlags(0)
    )
    unsafe g_type_set_qdata(type, classQuark, data)
    return type
  }

  /// Initializes the class: description, pad templates, properties and functions.
  private func initialize(_ itsClass: UnsafeMutableRawPointer) {
    let element = unsafe itsClass.assumingMemoryBound(to: GstElementClass.self)
    unsafe gst_element_class_set_metadata(
      element,
      bin.longName,
      bin.classification,
      bin.summary,
      "Retime"
    )
    for filter in bin.filters {
      for (name, direction, presence) in [
        (filter.media + "_%u", GST_PAD_SINK, GST_PAD_REQUEST),
        (filter.media + "_src_%u", GST_PAD_SRC, GST_PAD_SOMETIMES),
      ] {
        guard let caps = unsafe gst_caps_from_string(filter.caps) else { continue }
        unsafe gst_element_class_add_pad_template(
          element,
          gst_pad_template_new(name, direction, presence, caps)
        )
        unsafe gst_caps_unref(caps)
      }
    }
    unsafe element.pointee.request_new_pad = { element, template, name, _ in
      unsafe filterBin(of: element)?.addFilter(template, name.map { unsafe String(cString: $0) })
    }
    unsafe element.pointee.release_pad = { element, pad in
      guard let pad = unsafe pad else { return }
      unsafe filterBin(of: element)?.removeFilter(pad)
    }
    let object = unsafe itsClass.assumingMemoryBound(to: GObjectClass.self)
    unsafe object.pointee.set_property = { object, id, value, _ in
      guard let value = unsafe value else { return }
      unsafe filterBin(of: object)?.set(Int(id) - 1, value)
    }
    unsafe object.pointee.get_property = { object, id, value, _ in
      guard let value = unsafe value else { return }
      unsafe filterBin(of: object)?.get(Int(id) - 1, value)
    }
    for (index, property) in properties.enumerated() {
      guard let spec = unsafe property.makeSpec() else { continue }
      unsafe g_object_class_install_property(object, guint(index + 1), spec)
    }
  }

  private func initialize(instance made: UnsafeMutableRawPointer) {
    let swift = unsafe FilterBinInstance(
      bin,
      properties,
      made.assumingMemoryBound(to: GstElement.self)
    )
    unsafe g_object_set_qdata_full(
      made.assumingMemoryBound(to: GObject.self),
      instanceQuark,
      Unmanaged.passRetained(swift).toOpaque()
    ) { data in
      if let data = unsafe data { unsafe Unmanaged<FilterBinInstance>.fromOpaque(data).release() }
    }
  }
}

private let classQuark = unsafe g_quark_from_static_string("retime-filter-bin-class")
private let instanceQuark = unsafe g_quark_from_static_string("retime-filter-bin")

/// Returns the Swift instance of a bin, given as any of its parent types.
private func filterBin<Parent>(of object: UnsafeMutablePointer<Parent>?) -> FilterBinInstance? {
  guard let object = unsafe object else { return nil }
  let data = unsafe g_object_get_qdata(
    UnsafeMutableRawPointer(object).assumingMemoryBound(to: GObject.self),
    instanceQuark
  )
  return unsafe data.map {
    unsafe Unmanaged<FilterBinInstance>.fromOpaque($0).takeUnretainedValue()
  }
}
