// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The result of a push or pull, a `GstFlowReturn`.
public struct Flow: Hashable, Sendable, CustomStringConvertible {
  let raw: Int32

  /// Success.
  public static let ok = Flow(GST_FLOW_OK)
  /// The end of the stream: no more data is accepted.
  public static let endOfStream = Flow(GST_FLOW_EOS)
  /// A seek or a stop in progress.
  public static let flushing = Flow(GST_FLOW_FLUSHING)
  /// Missing caps.
  public static let notNegotiated = Flow(GST_FLOW_NOT_NEGOTIATED)
  /// A failure, for which an error was posted.
  public static let error = Flow(GST_FLOW_ERROR)

  init(_ value: GstFlowReturn) { raw = Int32(value.rawValue) }
  var value: GstFlowReturn { GstFlowReturn(rawValue: raw) }

  /// The name.
  ///
  /// Wraps `gst_flow_get_name`.
  public var description: String { unsafe String(cString: gst_flow_get_name(value)) }
}
