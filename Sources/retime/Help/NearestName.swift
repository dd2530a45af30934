// SPDX-License-Identifier: MPL-2.0

/// Suggestions for misspelled words.
enum NearestName {
  /// Returns the name with the smallest edit distance.
  ///
  /// Returns nil if the distance exceeds three, or half of the word's letters.
  static func of(_ word: String, in names: [String]) -> String? {
    let distances = names.map { (name: $0, distance: distance(from: word, to: $0)) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return nearest.distance <= min(3, word.count / 2) ? nearest.name : nil
  }

  /// Returns the Levenshtein distance: the number of letters to insert, remove or change.
  ///
  /// - Complexity: O(m · n).
  static func distance(from one: String, to other: String) -> Int {
    let letters = Array(other)
    var row = Array(0...letters.count)
    for (index, letter) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in letters.indices {
        let changed = diagonal + (letter == letters[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(changed, diagonal + 1, row[column] + 1)
      }
    }
    return row[letters.count]
  }
}
