// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// A reference to a thread, for storage; `Thread` is noncopyable and has one owner.
final class Joinable {
  private var thread: Thread?
  init(_ thread: consuming Thread) { self.thread = consume thread }
  func join() { thread.take()?.join() }
}
