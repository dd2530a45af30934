// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// A request to compare a finished file with its source.
package struct CheckRequest: Sendable {
  /// The paths of both files, or URIs that GStreamer reads.
  package var source: String, result: String
  /// The expected change of duration, and the speed over time; nil for what the result states.
  package var amount: JobRequest.Amount?, course: JobRequest.Course?
  /// A closure that sets other options of the job, overriding what the result states; nil for none.
  package var settings: (@Sendable (inout JobRequest) -> Void)?
  /// The time without progress after which the comparison fails, in seconds.
  package var stallTimeout = 30

  /// Creates a request to compare a result by the job that it states.
  package init(source: String, result: String) { (self.source, self.result) = (source, result) }

  /// Whether the request describes how the result was made.
  var isDescribed: Bool { amount != nil || course != nil || settings != nil }
}
