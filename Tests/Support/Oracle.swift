// SPDX-License-Identifier: MPL-2.0

/// The programs of `Tests/Oracles`, which compute expected results independently in Python.
public enum Oracle {
  /// The lines that one prints for these arguments, with `input` on its standard input.
  public static func lines(
    _ name: String,
    _ arguments: [String] = [],
    input: String? = nil
  ) async throws -> [Substring] {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try await Program.succeed(
      "python3",
      [Repository.file("Tests/Oracles/\(name)")] + arguments,
      input: input.map { try folder.write($0.utf8, to: "input") }
    ).text.split(separator: "\n")
  }

  /// A tenth of a second of audio, as `tones.py` measures it.
  public struct Moment: Sendable {
    /// The middle, in seconds.
    public let time: Double
    /// The strongest spectral line in Hz, and its share of the energy.
    public let frequency: Double, share: Double
    /// The level of all channels mixed to one.
    public let level: Double
  }

  /// Every tenth of a second of a file.
  public static func moments(_ path: String) async throws -> [Moment] {
    try await lines("tones.py", [path]).map { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      return Moment(time: numbers[0], frequency: numbers[1], share: numbers[2], level: numbers[3])
    }
  }
}
