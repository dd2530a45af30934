// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// A reference to a thread, for storage; `BlockingThread` is noncopyable and has one owner.
final class ThreadReference {
  private var thread: BlockingThread?
  init(_ thread: consuming BlockingThread) { self.thread = consume thread }
  func join() { thread.take()?.join() }
}
