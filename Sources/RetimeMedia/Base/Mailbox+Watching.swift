// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

extension Mailbox {
  /// Waits up to 100 ms for the next event; returns nil if none arrives.
  ///
  /// - Throws: when the job has been cancelled or has stalled.
  func next(
    unless cancellation: Cancellation,
    or watchdog: Watchdog,
    of name: String
  ) throws(RetimeError) -> Event? {
    try cancellation.check()
    try watchdog.check(name)
    return wait(milliseconds: 100)
  }
}
