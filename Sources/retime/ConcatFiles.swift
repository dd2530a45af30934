// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// The sources of `retime concat`, and the output.
struct ConcatFiles: ParsableArguments, JobFiles {
  @Argument(
    help: ArgumentHelp(
      "The sources in their order, two or more, and the output at the end. FILE#t=12,40 is the part of a file from 12 s to 40 s.",
      valueName: "file"
    ),
    completion: .file()
  )
  var paths: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A sink in gst-launch syntax that takes the output instead, in the container that --container names.",
      valueName: "DESC"
    )
  )
  var sink: String?

  /// The sources as given.
  private var inputs: ArraySlice<String> { sink == nil ? paths.dropLast() : paths[...] }

  var input: String { inputs.first ?? "" }
  var output: String { sink ?? paths.last ?? "" }
  var hasOutput: Bool { true }

  /// Returns the sources with their parts.
  func sources() throws(RetimeError) -> [JobRequest.Source] {
    try inputs.map { (text) throws(RetimeError) in try JobRequest.Source(parsing: text) }
  }

  func validate() throws {
    guard inputs.count >= 2 else {
      throw ValidationError(
        "\(inputs.isEmpty ? "no sources are" : "only one source is") given: give two or more, and the output at the end, "
          + "such as retime concat a.mp4 b.mp4 out.mp4"
      )
    }
    guard inputs.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input can be read once: give - for one source")
    }
    do throws(RetimeError) { _ = try sources() } catch { throw ValidationError("\(error)") }
  }
}
