// SPDX-License-Identifier: MPL-2.0

/// A musical key as files state it: a note with its mode, or an hour of the Camelot or Open Key wheel.
enum MusicalKey {
  /// Returns the key a number of semitones higher, in the same notation; nil if `text` is not a key.
  static func transposed(_ text: String, semitones: Int) -> String? {
    if let wheel = onWheel(text, semitones: semitones) { return wheel }
    guard let letter = text.first, let natural = naturals[letter.uppercased()] else { return nil }
    var (rest, note) = (text.dropFirst(), natural)
    var isFlat = false
    switch rest.first {
    case "#", "♯":
      note += 1
      rest = rest.dropFirst()
    case "b", "♭":
      note -= 1
      isFlat = true
      rest = rest.dropFirst()
    default: break
    }
    let mode = rest.drop { $0 == " " || $0 == "-" || $0 == "_" }.lowercased()
    guard ["", "m", "min", "minor", "maj", "major", "moll", "dur"].contains(mode) else {
      return nil
    }
    let names = isFlat ? flats : sharps
    let new = names[modulo(note + semitones, 12)]
    return (letter.isLowercase ? new.lowercased() : new) + rest
  }

  /// Returns the transposed hour of the wheel.
  ///
  /// A semitone is 7 fifths, each of which is one hour.
  private static func onWheel(_ text: String, semitones: Int) -> String? {
    guard let mode = text.last, "ABabdm".contains(mode), let hour = Int(text.dropLast()),
      1...12 ~= hour
    else { return nil }
    let isPadded = text.first == "0"
    let new = modulo(hour - 1 + 7 * semitones, 12) + 1
    return (isPadded && new < 10 ? "0" : "") + "\(new)\(mode)"
  }

  private static func modulo(_ value: Int, _ divisor: Int) -> Int {
    (value % divisor + divisor) % divisor
  }

  private static let naturals = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
  private static let sharps = [
    "C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B",
  ]
  private static let flats = ["C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"]
}
