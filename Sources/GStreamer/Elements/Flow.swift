// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// What became of a buffer, a `GstFlowReturn`.
public struct Flow: Hashable, Sendable, CustomStringConvertible {
  let raw: Int32

  /// It was taken.
  public static let ok = Flow(GST_FLOW_OK)
  /// No more is wanted.
  public static let endOfStream = Flow(GST_FLOW_EOS)
  /// A seek or a stop is going on.
  public static let flushing = Flow(GST_FLOW_FLUSHING)
  /// Nobody has said what it holds.
  public static let notNegotiated = Flow(GST_FLOW_NOT_NEGOTIATED)
  /// It failed; an error was posted.
  public static let error = Flow(GST_FLOW_ERROR)

  init(_ value: GstFlowReturn) { raw = Int32(value.rawValue) }
  var value: GstFlowReturn { GstFlowReturn(rawValue: raw) }

  /// Its name.
  ///
  /// Wraps `gst_flow_get_name`.
  public var description: String { unsafe String(cString: gst_flow_get_name(value)) }
}
