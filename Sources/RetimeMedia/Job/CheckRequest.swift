// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// A finished file that shall be compared with its source.
public struct CheckRequest: Sendable {
  /// The paths of both, or URIs that GStreamer reads.
  public var source: String, result: String
  /// How much longer or shorter the result must be, and where its speed changes; nil for what the result itself says.
  public var amount: JobRequest.Amount?, course: JobRequest.Course?
  /// Sets what else the job was given, over what the result says; nil where all of it is known from the result.
  public var settings: (@Sendable (inout JobRequest) -> Void)?
  /// After how many seconds without progress it fails.
  public var stallTimeout = 30

  /// A comparison by what the result says of itself.
  public init(source: String, result: String) { (self.source, self.result) = (source, result) }

  /// Whether it says by itself how the result was made.
  var isDescribed: Bool { amount != nil || course != nil || settings != nil }
}
