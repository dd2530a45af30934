// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

// The pads, and a filter for each pair of them.
extension FilterBinInstance {
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
