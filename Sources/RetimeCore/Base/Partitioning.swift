// SPDX-License-Identifier: MPL-2.0

extension RandomAccessCollection {
  /// Returns the first index whose element satisfies a condition that holds for all later ones too; `endIndex` for none.
  ///
  /// - Complexity: O(log n).
  package func partitioningIndex(_ isAfter: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isAfter(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
