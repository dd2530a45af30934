// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

/// GStreamer's Editing Services (GES), if this process uses them.
enum EditingServices {
  /// The names of the elements whose rate is registered, or is being registered.
  private static let registered = Mutex<Set<String>>([])

  /// Registers an element's rate property, as GES itself does for `videorate`, `pitch` and `scaletempo`.
  ///
  /// Then splits, trims, duration limits and projects that are loaded know the speed of an effect.
  /// Does nothing before GES is initialized. It is called for each new element, since the order in
  /// which an application loads the plugin and initializes GES is not known, and GES creates the
  /// element of an effect before it looks for rate properties. Wraps
  /// `ges_effect_class_register_rate_property`.
  static func register(rate property: String, of element: String) {
    guard !registered.withLock({ $0.contains(element) }),
      unsafe g_type_from_name("GESEffect") != 0,
      // Registering creates an element.
      registered.withLock({ $0.insert(element).inserted })
    else { return }
    if unsafe CGStreamer_register_rate(element, property) == 0 {
      registered.withLock { _ = $0.remove(element) }
    }
  }
}
