// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A bin of filters with one set of properties: a sink pad that is requested adds a filter, and its source pad.
public struct FilterBin: Sendable {
  /// A kind of filter that the bin can contain.
  public struct Filter: Sendable {
    /// The name of its factory, and the start of its pads' names: `audio` for `audio_0` and `audio_src_0`.
    let factory: String, media: String
    /// The caps of its pads.
    let caps: String
    /// The properties that the bin has too.
    let properties: [SharedProperty]

    /// Creates the description of a filter whose element is registered in this process.
    ///
    /// `hidden`: the names of properties that the bin does not have.
    public init<Implementation: ElementImplementation>(
      _: Implementation.Type,
      media: String,
      without hidden: Set<String>
    ) {
      let info = Implementation.info
      (factory, caps, self.media) = (info.name, info.caps, media)
      properties = Implementation.properties.filter { property in
        if case .reading = property.kind { return false }
        return !hidden.contains(property.name)
      }.map { property in
        unsafe SharedProperty(name: property.name, partners: property.partners) {
          unsafe property.spec(Implementation.defaults)
        }
      }
    }
  }

  /// A property of the bin and of its filters.
  @safe struct SharedProperty: Sendable {
    let name: String
    let partners: [String]
    /// Creates its description for another class.
    let makeSpec: @Sendable () -> UnsafeMutablePointer<GParamSpec>?
  }

  /// The factory's name, and the type's name.
  let name: String, typeName: String
  /// The long name, the class and the description.
  let longName: String, classification: String, summary: String
  /// The kinds of filter.
  let filters: [Filter]
  /// The property by which the filters share their settings of time; the bin gives all its filters one name.
  let groupProperty: String

  /// Creates a description.
  public init(
    name: String,
    typeName: String,
    longName: String,
    classification: String,
    summary: String,
    groupProperty: String,
    filters: [Filter]
  ) {
    (self.name, self.typeName, self.longName) = (name, typeName, longName)
    (self.classification, self.summary) = (classification, summary)
    (self.groupProperty, self.filters) = (groupProperty, filters)
  }

  /// The properties of all filters, each once.
  var properties: [SharedProperty] {
    var names: Set<String> = []
    return filters.flatMap(\.properties).filter { names.insert($0.name).inserted }
  }
}

/// Registers a bin by its factory's name; returns whether that succeeded.
///
/// Wraps `gst_element_register`.
@discardableResult
public func registerBin(_ bin: FilterBin, in plugin: Plugin? = nil) -> Bool {
  unsafe gst_element_register(plugin?.raw, bin.name, 0, FilterBinClass(bin).type()) != 0
}
