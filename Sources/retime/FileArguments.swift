// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser

/// The files that a job reads and writes.
protocol JobFiles {
  /// The input, or the first of several.
  var input: String { get }
  /// The output, or the sink's description.
  var output: String { get }
  /// The sink that takes the output; nil for none.
  var sink: String? { get }
  /// Whether the job has an output, or a sink that takes it.
  var hasOutput: Bool { get }
}

/// The input and the output.
struct FileArguments: ParsableArguments, JobFiles {
  @Argument(
    help: "A path, a URI that GStreamer can read, or - for standard input.",
    completion: .file()
  )
  var input: String

  @Argument(
    help: ArgumentHelp("A path, or - for standard output.", valueName: "output"),
    completion: .file()
  )
  var givenOutput: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A sink in gst-launch syntax that takes the output instead, in the container that --container names: "
        + "\"srtsink uri=srt://:9000\".",
      valueName: "DESC"
    )
  )
  var sink: String?

  /// Whether the job has an output, or a sink that takes it.
  var hasOutput: Bool { givenOutput != nil || sink != nil }

  /// The output, or the sink's description.
  var output: String { givenOutput ?? sink ?? "" }

  func validate() throws {
    guard givenOutput == nil || sink == nil else {
      throw ValidationError("give an output or --sink, not both")
    }
  }
}
