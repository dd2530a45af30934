// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Array {
  /// Installs each property of a table in a class, with IDs from 1.
  func add<Settings>(
    to object: UnsafeMutablePointer<GObjectClass>,
    _ defaults: Settings
  ) where Element == Property<Settings> {
    for (index, property) in enumerated() {
      guard let spec = unsafe property.spec(defaults) else { continue }
      unsafe g_object_class_install_property(object, guint(index + 1), spec)
    }
  }
}

extension Property {
  /// Readable, writable, and changeable while playing (`GST_PARAM_MUTABLE_PLAYING`).
  private static var flags: Int32 {
    G_PARAM_READABLE.rawValue | G_PARAM_WRITABLE.rawValue | 1 << 12
  }
  /// Readable, writable, and changeable before data flows (`GST_PARAM_MUTABLE_READY`).
  private static var flagsOfReady: Int32 {
    G_PARAM_READABLE.rawValue | G_PARAM_WRITABLE.rawValue | 1 << 10
  }
  /// `GST_PARAM_CONTROLLABLE`.
  private static var controllable: Int32 { 1 << 9 }

  /// Returns the `GParamSpec` of the property.
  func spec(_ defaults: Settings) -> UnsafeMutablePointer<GParamSpec>? {
    switch kind {
    case .number(let range, let path):
      unsafe g_param_spec_double(
        name,
        name,
        summary,
        range.lowerBound,
        range.upperBound,
        defaults[keyPath: path],
        GParamFlags(rawValue: Self.flags | Self.controllable)
      )
    case .fraction(let least, let most, let path):
      unsafe gst_param_spec_fraction(
        name,
        name,
        summary,
        least.numerator,
        least.denominator,
        most.numerator,
        most.denominator,
        defaults[keyPath: path].numerator,
        defaults[keyPath: path].denominator,
        GParamFlags(rawValue: Self.flags)
      )
    case .count(let most, let path):
      unsafe g_param_spec_int64(
        name,
        name,
        summary,
        0,
        gint64(most),
        gint64(defaults[keyPath: path]),
        GParamFlags(rawValue: Self.flags)
      )
    case .time(let most, let path):
      unsafe g_param_spec_uint64(
        name,
        name,
        summary,
        0,
        guint64(most),
        guint64(defaults[keyPath: path]),
        GParamFlags(rawValue: Self.flags)
      )
    case .integer(let range, let path):
      unsafe g_param_spec_int(
        name,
        name,
        summary,
        range.lowerBound,
        range.upperBound,
        gint(clamping: defaults[keyPath: path]),
        GParamFlags(rawValue: Self.flags)
      )
    case .text(let path):
      unsafe g_param_spec_string(
        name,
        name,
        summary,
        defaults[keyPath: path],
        GParamFlags(rawValue: Self.flagsOfReady)
      )
    case .liveText(let path):
      unsafe g_param_spec_string(
        name,
        name,
        summary,
        defaults[keyPath: path],
        GParamFlags(rawValue: Self.flags)
      )
    case .flag(let path):
      unsafe g_param_spec_boolean(
        name,
        name,
        summary,
        defaults[keyPath: path] ? 1 : 0,
        GParamFlags(rawValue: Self.flags)
      )
    case .choice(let typeName, let choices, let path):
      unsafe g_param_spec_enum(
        name,
        name,
        summary,
        Self.enumeration(typeName, choices),
        gint(clamping: defaults[keyPath: path]),
        GParamFlags(rawValue: Self.flags)
      )
    case .reading(let path):
      unsafe g_param_spec_uint64(
        name,
        name,
        summary,
        0,
        guint64.max,
        guint64(defaults[keyPath: path]),
        G_PARAM_READABLE
      )
    }
  }

  /// Returns the enumeration type of some choices; its table is never freed, as GLib demands.
  private static func enumeration(_ name: String, _ choices: [Choice]) -> GType {
    let found = unsafe g_type_from_name(name)
    guard found == 0 else { return found }
    let table = UnsafeMutablePointer<GEnumValue>.allocate(capacity: choices.count + 1)
    for (index, choice) in choices.enumerated() {
      unsafe (table + index).initialize(
        to: GEnumValue(
          value: gint(clamping: index),
          value_name: g_strdup(choice.summary),
          value_nick: g_strdup(choice.name)
        )
      )
    }
    unsafe (table + choices.count).initialize(to: GEnumValue())
    return unsafe g_enum_register_static(name, table)
  }
}
