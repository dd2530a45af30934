// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// A thread that can be kept anywhere and joined once: `Thread` itself has one owner only.
final class Joinable {
  private var thread: Thread?
  init(_ thread: consuming Thread) { self.thread = consume thread }
  func join() { thread.take()?.join() }
}
