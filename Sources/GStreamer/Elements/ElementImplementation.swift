// SPDX-License-Identifier: MPL-2.0

/// The implementation of an element with one sink pad and one source pad.
///
/// GStreamer creates one for each element and calls it on its threads: buffers and serialized
/// events on the streaming thread, one at a time; other events, queries and properties on any.
/// Nothing here may trap, and no lock may be held during a push.
public protocol ElementImplementation: AnyObject, Sendable {
  /// The type of the properties' values.
  associatedtype Settings: Sendable

  /// The element's description and caps.
  static var info: ElementInfo { get }
  /// The default settings.
  static var defaults: Settings { get }
  /// The table of properties.
  static var properties: [Property<Settings>] { get }

  /// Creates the implementation of a new element.
  init(_ host: ElementHost<Settings>)

  /// The reason why the element cannot start with its settings; nil where it can.
  var refusal: String? { get }

  /// Notes that the application or a controller has set a property; on any thread.
  func noteSetting(of property: String)

  /// Resets the state before the first buffer.
  func start()
  /// Releases all resources after the last buffer.
  func stop()

  /// Handles a buffer from upstream.
  func handle(_ buffer: consuming Buffer) -> Flow
  /// Handles an event from upstream; returns whether it was handled.
  func handleFromUpstream(_ event: consuming Event) -> Bool
  /// Handles an event from downstream; returns whether it was handled.
  func handleFromDownstream(_ event: consuming Event) -> Bool
  /// Answers a query from upstream; nil for GStreamer's default handling.
  func answerUpstream(_ query: borrowing Query) -> Bool?
  /// Answers a query from downstream; nil for GStreamer's default handling.
  func answerDownstream(_ query: borrowing Query) -> Bool?
}

extension ElementImplementation {
  /// No refusal: the element starts with any settings.
  public var refusal: String? { nil }

  /// Ignores the change: settings are read when they are needed.
  public func noteSetting(of property: String) {}

  /// Resets the state, which also releases all resources.
  public func stop() { start() }

  /// Leaves queries from upstream to GStreamer's default handling.
  public func answerUpstream(_ query: borrowing Query) -> Bool? { nil }

  /// Leaves queries from downstream to GStreamer's default handling.
  public func answerDownstream(_ query: borrowing Query) -> Bool? { nil }
}

// Defaults for an element without settings.
extension ElementImplementation where Settings == Void {
  /// The empty settings.
  public static var defaults: Settings { () }

  /// The empty table.
  public static var properties: [Property<Settings>] { [] }
}

/// The description of an element, as `gst-inspect-1.0` shows it.
public struct ElementInfo: Sendable {
  /// The factory's name, as on a command line, and the type's name.
  public let name: String, typeName: String
  /// The long name, the class and the description.
  public let longName: String, classification: String, summary: String
  /// The caps of the sink pad.
  public let caps: String
  /// The caps of the source pad.
  public let sourceCaps: String
  /// Whether the pads proxy caps queries and allocation queries to the element's other side.
  public let proxiesCaps: Bool, proxiesAllocation: Bool
  /// The rank for automatic selection.
  public let rank: Rank
  /// The property in which 2.0 is twice as fast, for GStreamer's Editing Services; nil if there is none.
  public let rateProperty: String?
  /// Whether the source pad exists only after the implementation has added it.
  public let showsSourceLater: Bool

  /// The rank for automatic selection, a `GstRank`.
  public enum Rank: UInt32, Sendable {
    /// Never selected automatically, only by name.
    case none = 0
    /// Preferred over elements of lower rank.
    case primary = 256
    /// Preferred over elements of the usual rank.
    case preferred = 257
    /// Preferred over all others.
    case first = 258
  }

  /// Creates a description; `sourceCaps` defaults to `caps`.
  public init(
    name: String,
    typeName: String,
    longName: String,
    classification: String,
    summary: String,
    caps: String,
    sourceCaps: String? = nil,
    proxiesCaps: Bool = false,
    proxiesAllocation: Bool = false,
    rank: Rank = .none,
    rateProperty: String? = nil,
    showsSourceLater: Bool = false
  ) {
    self.name = name
    self.typeName = typeName
    self.longName = longName
    self.classification = classification
    self.summary = summary
    self.caps = caps
    self.sourceCaps = sourceCaps ?? caps
    self.proxiesCaps = proxiesCaps
    self.proxiesAllocation = proxiesAllocation
    self.rank = rank
    self.rateProperty = rateProperty
    self.showsSourceLater = showsSourceLater
  }
}
