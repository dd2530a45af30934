// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

extension Mailbox {
  /// The next event; nil when none comes within a tenth of a second.
  ///
  /// - Throws: when the job was asked to end, or nothing moves any more.
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
