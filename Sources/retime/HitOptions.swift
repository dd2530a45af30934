// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The options for moments of the source at given times of the output.
struct HitOptions: ParsableArguments {
  @Option(
    name: .long,
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A hit: play the moment SOURCE at the time OUTPUT, with smooth speed before and after it: --hit 12.5=20 --hit 31=45.",
      valueName: "SOURCE=OUTPUT"
    )
  )
  var hit: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A table of hits: source time and output time (.csv).",
      valueName: "FILE"
    ),
    completion: .file()
  )
  var hits: String?

  @OptionGroup var speeds: SpeedLimitOptions

  /// Whether there are hits.
  var isGiven: Bool { hits != nil || !hit.isEmpty }

  func validate() throws {
    guard hits == nil || hit.isEmpty else {
      throw ValidationError("--hits is a table of all hits: leave out --hit")
    }
    guard isGiven || !speeds.isGiven else {
      throw ValidationError("--slowest and --fastest limit the speed between hits: give --hit")
    }
    if hits == nil { _ = try given() }
  }

  /// Checks that nothing else determines the times.
  func validate(beside map: MapOptions, _ amount: DurationOptions) throws {
    guard isGiven, map.hasCourse || amount.value != nil else { return }
    throw ValidationError(
      "hits determine all times: leave out --factor, --duration and other amounts, --at, --range, --hold and --map"
    )
  }

  func apply(to request: inout JobRequest) throws {
    guard isGiven else { return }
    request.course = .hits(
      try hits.map { try MapHits(readingFrom: $0, within: speeds.limits()) } ?? given()
    )
  }

  private func given() throws -> MapHits {
    let limits = try speeds.limits()
    return try Parse.usage { () throws(MapEditError) in try MapHits(hit, within: limits) }
  }
}
