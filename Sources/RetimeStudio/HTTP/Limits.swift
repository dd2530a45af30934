// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore

/// The size and time limits of a connection.
struct Limits: Sendable {
  /// The maximum number of connections; beyond it, the one that has been idle longest is closed.
  var connections = 256
  /// The maximum bytes of a header field or the request line, bytes of the head, and number of fields.
  var field = 16 << 10, head = 32 << 10, fields = 100
  /// The maximum time without a request, from the connection's start or the last response.
  var idle = TimeAmount.seconds(75)
  /// The maximum time for a request's head, from its first byte, and then for a short body.
  var request = TimeAmount.seconds(20)
  /// The maximum time between two parts of a long body.
  var body = TimeAmount.seconds(30)
  /// The time for which input is still read and discarded after the last response.
  ///
  /// Browsers read a response only after they could send the whole request.
  var rest = TimeAmount.seconds(30)
  /// The maximum time to write one block of a response.
  ///
  /// A browser stops reading while a video is paused, and sends a new request when it resumes.
  var write = TimeAmount.minutes(15)
  /// The maximum time for which a WebSocket may be silent.
  var silence = TimeAmount.minutes(2)
}
#endif
