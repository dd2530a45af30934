// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

/// A named part, as a file keeps it.
package struct FileChapter: Sendable, Equatable {
  package var title: String?
  /// Where it begins and ends, as far as that is said.
  package var start: StreamTime?, end: StreamTime?

  package init(title: String?, start: StreamTime?, end: StreamTime? = nil) {
    (self.title, self.start, self.end) = (title, start, end)
  }
}
