// SPDX-License-Identifier: MPL-2.0

/// Finds what somebody may have meant.
enum NearestName {
  /// The name that the fewest changes of a letter make of a word; nil where that takes more than three, or
  /// half of the word's letters.
  static func of(_ word: String, in names: [String]) -> String? {
    let distances = names.map { (name: $0, distance: distance(from: word, to: $0)) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return nearest.distance <= min(3, word.count / 2) ? nearest.name : nil
  }

  /// How many letters must be put in, taken out or changed to make one word of the other (Levenshtein's distance).
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
