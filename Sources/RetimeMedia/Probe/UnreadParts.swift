// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// What a file's first bytes show to be in it that GStreamer 1.22 does not read, in words.
enum UnreadParts {
  /// Looks at a file of any kind.
  static func of(_ file: RandomAccessFile) -> [String] {
    if let pictures = animatedPictures(file), pictures > 1 {
      return [
        "\(pictures - 1) of \(pictures) pictures of an animated PNG: GStreamer reads the first one"
      ]
    }
    let programs = TransportPrograms(file)
    guard programs.numbers.count > 1 else { return [] }
    let others = programs.numbers.dropFirst().map { "\($0)" }.joined(separator: ", ")
    return [
      "program \(others) of the MPEG transport stream, of which GStreamer reads program "
        + "\(programs.numbers[0])"
    ]
  }

  /// How many pictures a PNG file has, by its `acTL` chunk (Portable Network Graphics, third edition, 11.3.6.1);
  /// nil for those with one, and for other files.
  private static func animatedPictures(_ file: RandomAccessFile) -> Int? {
    guard file.word(at: 0) == 0x8950_4E47, file.word(at: 4) == 0x0D0A_1A0A else { return nil }
    var place = 8
    while let length = file.word(at: place), let kind = file.word(at: place + 4) {
      if kind == Atom.code("acTL") { return file.word(at: place + 8).map(Int.init) }
      if kind == Atom.code("IDAT") { return nil }
      place += 12 + Int(length)
    }
    return nil
  }
}
