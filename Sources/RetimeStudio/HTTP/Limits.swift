// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore

/// How much and how long a connection may ask for.
struct Limits: Sendable {
  /// Connections at one time; beyond them the one that waits longest for a request is closed.
  var connections = 256
  /// A header field, or the address, in bytes; all of them together; and their number.
  var field = 16 << 10, head = 32 << 10, fields = 100
  /// A connection without a request, from its start or from the last answer on.
  var idle = TimeAmount.seconds(75)
  /// From the first byte of a request to the end of its head, and then of a short body.
  var request = TimeAmount.seconds(20)
  /// Between two parts of a long body.
  var body = TimeAmount.seconds(30)
  /// What is still sent after a refusal is thrown away for so long: browsers hear an answer only when they could
  /// send everything.
  var rest = TimeAmount.seconds(30)
  /// One block of an answer: a paused video is read no further, and asks anew when it goes on.
  var write = TimeAmount.minutes(15)
  /// A WebSocket that says nothing.
  var silence = TimeAmount.minutes(2)
}
#endif
