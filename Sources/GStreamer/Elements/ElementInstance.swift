// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

/// The Swift instance of one element, which the C callbacks find through the `GstElement`.
class ElementInstance {
  func start() -> Bool { true }
  func stop() {}
  func handle(_ buffer: consuming Buffer) -> Flow { .error }
  func handleFromUpstream(_ event: consuming Event) -> Bool { false }
  func handleFromDownstream(_ event: consuming Event) -> Bool { false }
  func answerUpstream(_ query: borrowing Query) -> Bool? { nil }
  func answerDownstream(_ query: borrowing Query) -> Bool? { nil }
  func willPull(_ isPulling: Bool) {}
  func pullNext() {}
  func set(_ property: Int, _ value: UnsafePointer<GValue>) {}
  func get(_ property: Int, _ value: UnsafeMutablePointer<GValue>) {}
}

/// The Swift instance of an element with an `Implementation`.
final class TypedInstance<Implementation: ElementImplementation>: ElementInstance {
  private let host: ElementHost<Implementation.Settings>
  private let inside: Implementation

  init(_ host: ElementHost<Implementation.Settings>) {
    self.host = host
    inside = Implementation(host)
  }

  override func start() -> Bool {
    host.log(.info, "starting with \(host.settings)")
    host.forgetWarnings()
    if let refusal = inside.refusal {
      _ = host.fail(.settings, refusal)
      return false
    }
    inside.start()
    return true
  }
  override func stop() {
    inside.stop()
    host.log(.info, "stopped")
  }
  override func handle(_ buffer: consuming Buffer) -> Flow {
    host.log(.log, "got \(buffer.description)")
    return inside.handle(buffer)
  }
  override func handleFromUpstream(_ event: consuming Event) -> Bool {
    host.log(.debug, "got from upstream \(event.description)")
    return inside.handleFromUpstream(event)
  }
  override func handleFromDownstream(_ event: consuming Event) -> Bool {
    host.log(.debug, "got from downstream \(event.description)")
    return inside.handleFromDownstream(event)
  }
  override func answerUpstream(_ query: borrowing Query) -> Bool? {
    let answer = inside.answerUpstream(query)
    host.log(.trace, "upstream asks, \(Self.word(answer)): \(query.description)")
    return answer
  }
  override func answerDownstream(_ query: borrowing Query) -> Bool? {
    let answer = inside.answerDownstream(query)
    host.log(.trace, "downstream asks, \(Self.word(answer)): \(query.description)")
    return answer
  }
  private static func word(_ answer: Bool?) -> String {
    answer.map { $0 ? "answered" : "refused" } ?? "left to GStreamer"
  }

  override func willPull(_ isPulling: Bool) {
    (inside as? any PullingImplementation)?.willPull(isPulling)
  }
  override func pullNext() {
    guard let pulling = inside as? any PullingImplementation, pulling.pullNext() else {
      return host.pausePulling()
    }
  }

  override func set(_ property: Int, _ value: UnsafePointer<GValue>) {
    guard Implementation.properties.indices.contains(property) else { return }
    let row = Implementation.properties[property]
    switch row.kind {
    case .number(let range, let path):
      let number = unsafe g_value_get_double(value)
      // GObject's range check lets NaN pass.
      guard range.contains(number) else { return }
      store(number, at: path)
    case .fraction(_, _, let path):
      guard let fraction = unsafe Fraction(value) else { return }
      store(fraction, at: path)
    case .count(_, let path): store(unsafe Int(g_value_get_int64(value)), at: path)
    case .time(_, let path): store(unsafe UInt64(g_value_get_uint64(value)), at: path)
    case .integer(_, let path): store(unsafe Int(g_value_get_int(value)), at: path)
    case .liveText(let path):
      let (text, before) = (unsafe Self.text(value), host.settings[keyPath: path])
      store(text, at: path)
      if let refusal = inside.refusal {
        host.log(.warning, refusal)
        if host.isStreaming { store(before, at: path) }
      }
    case .text(let path):
      let text = unsafe Self.text(value)
      guard !host.isStreaming else {
        host.log(.warning, "\(row.name) is set in NULL or READY only")
        return
      }
      store(text, at: path)
      if let refusal = inside.refusal { host.log(.warning, refusal) }
    case .flag(let path): store(unsafe g_value_get_boolean(value) != 0, at: path)
    case .choice(_, _, let path): store(unsafe Int(g_value_get_enum(value)), at: path)
    case .reading: return
    }
    inside.noteSetting(of: row.name)
    for partner in row.partners { host.notify(partner) }
  }

  private static func text(_ value: UnsafePointer<GValue>) -> String {
    unsafe g_value_get_string(value).map { unsafe String(cString: $0) } ?? ""
  }

  private func store<Value: Sendable>(
    _ value: Value,
    at path: any WritableKeyPath<Implementation.Settings, Value> & Sendable
  ) {
    host.stored.withLock { $0[keyPath: path] = value }
  }

  override func get(_ property: Int, _ value: UnsafeMutablePointer<GValue>) {
    guard Implementation.properties.indices.contains(property) else { return }
    let settings = host.settings
    switch Implementation.properties[property].kind {
    case .number(_, let path): unsafe g_value_set_double(value, settings[keyPath: path])
    case .fraction(_, _, let path):
      let fraction = settings[keyPath: path]
      unsafe gst_value_set_fraction(value, fraction.numerator, fraction.denominator)
    case .count(_, let path): unsafe g_value_set_int64(value, gint64(settings[keyPath: path]))
    case .time(_, let path): unsafe g_value_set_uint64(value, guint64(settings[keyPath: path]))
    case .integer(_, let path):
      unsafe g_value_set_int(value, gint(clamping: settings[keyPath: path]))
    case .text(let path), .liveText(let path):
      unsafe g_value_set_string(value, settings[keyPath: path])
    case .flag(let path): unsafe g_value_set_boolean(value, settings[keyPath: path] ? 1 : 0)
    case .choice(_, _, let path):
      unsafe g_value_set_enum(value, gint(clamping: settings[keyPath: path]))
    case .reading(let path): unsafe g_value_set_uint64(value, guint64(settings[keyPath: path]))
    }
  }
}
