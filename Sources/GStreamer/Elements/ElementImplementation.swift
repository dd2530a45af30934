// SPDX-License-Identifier: MPL-2.0

/// The inside of an element with one sink pad and one source pad.
///
/// GStreamer makes one for each element and calls it on its threads: buffers and serialized events on
/// the streaming thread, one at a time; other events, queries and properties on any. Nothing here may
/// trap, and no lock may be held while something is pushed.
public protocol ElementImplementation: AnyObject, Sendable {
  /// The values of the properties.
  associatedtype Settings: Sendable

  /// What the element is and what it takes.
  static var info: ElementInfo { get }
  /// The default settings.
  static var defaults: Settings { get }
  /// The table of properties.
  static var properties: [Property<Settings>] { get }

  /// The implementation of a new element, with its settings.
  init(_ host: ElementHost<Settings>)

  /// Why the element cannot start as it is set; nil where it can.
  var refusal: String? { get }

  /// Starts anew, before the first buffer.
  func start()
  /// Lets go of everything, after the last.
  func stop()

  /// Takes a buffer that came in.
  func handle(_ buffer: consuming Buffer) -> Flow
  /// Takes an event that came from upstream.
  func handleFromUpstream(_ event: consuming Event) -> Bool
  /// Takes an event that came from downstream.
  func handleFromDownstream(_ event: consuming Event) -> Bool
  /// Answers upstream's question; nil leaves it to GStreamer.
  func answerUpstream(_ query: borrowing Query) -> Bool?
  /// Answers downstream's question; nil leaves it to GStreamer.
  func answerDownstream(_ query: borrowing Query) -> Bool?
}

extension ElementImplementation {
  /// Starts however it is set.
  public var refusal: String? { nil }

  /// Starts anew, which lets go of everything too.
  public func stop() { start() }

  /// Leaves upstream's questions to GStreamer.
  public func answerUpstream(_ query: borrowing Query) -> Bool? { nil }

  /// Leaves downstream's questions to GStreamer.
  public func answerDownstream(_ query: borrowing Query) -> Bool? { nil }
}

// An element without settings.
extension ElementImplementation where Settings == Void {
  /// There are none.
  public static var defaults: Settings { () }

  /// There are none.
  public static var properties: [Property<Settings>] { [] }
}

/// What an element is, as `gst-inspect-1.0` shows it.
public struct ElementInfo: Sendable {
  /// The factory's name, as on a command line, and the type's name.
  public let name: String, typeName: String
  /// The long name, the class and the description.
  public let longName: String, classification: String, summary: String
  /// What the sink pad takes, as caps.
  public let caps: String
  /// What the source pad gives, as caps.
  public let sourceCaps: String
  /// Whether neighbours negotiate memory and caps through the element as if it were not there.
  public let proxiesCaps: Bool, proxiesAllocation: Bool
  /// How readily it is taken where an element is looked for.
  public let rank: Rank
  /// Whether the source pad is there only once the element has shown it.
  public let showsSourceLater: Bool

  /// How readily an element is taken where one is looked for, a `GstRank`.
  public enum Rank: UInt32, Sendable {
    /// Never: only by its name.
    case none = 0
    /// Before all others.
    case primary = 256
  }

  /// A description; without caps of its own the source pad gives what the sink pad takes.
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
    self.showsSourceLater = showsSourceLater
  }
}
