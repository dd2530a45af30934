// SPDX-License-Identifier: MPL-2.0

/// A location on earth as files write it, "+48.8789+002.3376+048.928/", and as GStreamer's tags have it.
///
/// ISO 6709, annex H, in degrees; latitude, longitude, and metres of altitude where they are known.
package enum GeoLocation {
  package static let names = [
    "geo-location-latitude", "geo-location-longitude", "geo-location-elevation",
  ]

  /// Latitude, longitude and, where it is known, altitude; nil for a text of another format.
  package static func numbers(_ text: String) -> [Double]? {
    var (numbers, number) = ([String](), "")
    for character in text.prefix(while: { $0 != "/" }) {
      if character == "+" || character == "-" {
        if !number.isEmpty { numbers.append(number) }
        number = ""
      }
      number.append(character)
    }
    numbers.append(number)
    let values = numbers.compactMap { Double($0) }
    guard (2...3).contains(numbers.count), values.count == numbers.count,
      abs(values[0]) <= 90, abs(values[1]) <= 180, values.allSatisfy(\.isFinite)
    else { return nil }
    return values
  }

  /// The text of a location among tags; nil where there is none.
  package static func text(_ tags: [(name: String, value: String)]) -> String? {
    let values = names.map { name in
      tags.first { $0.name == name }.flatMap { Double($0.value) }
    }
    guard let latitude = values[0], let longitude = values[1] else { return nil }
    return text(latitude: latitude, longitude: longitude, altitude: values[2])
  }

  /// The text of a location.
  ///
  /// Values that are not finite, or too large, are written as the nearest valid value.
  package static func text(latitude: Double, longitude: Double, altitude: Double?) -> String {
    let altitude = altitude.map { $0 == 0 ? "" : signed($0, whole: 3, digits: 3) } ?? ""
    return signed(latitude, whole: 2, digits: 4) + signed(longitude, whole: 3, digits: 4)
      + altitude + "/"
  }

  private static func signed(_ value: Double, whole: Int, digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { product, _ in product * 10 }
    // Not a number is 0.
    let number = Int64(min(max(0, (abs(value) * scale).rounded()), 0x1p62))
    let (before, after) = number.quotientAndRemainder(dividingBy: Int64(scale))
    return (value < 0 ? "-" : "+") + before.padded(whole) + "." + after.padded(digits)
  }
}
