// SPDX-License-Identifier: MPL-2.0

import ArgumentParser
import RetimeCore
import RetimeMedia

/// The options for still images as input and output.
struct StillOptions: ParsableArguments {
  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp(
      "The frame rate of an input of still images: a pattern (shot-%05d.png, shot-*.png), a folder, or a list (25).",
      valueName: "N"
    ),
    transform: { try FrameRate(parsing: $0) }
  )
  var inputFps: FrameRate?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The source of the times of still images: exif (DateTimeOriginal), file (the modification time), or a file with times: "
        + "an index that --index wrote, or a text with a time on each line.",
      valueName: "SOURCE"
    ),
    completion: .file(),
    transform: { $0 == "exif" ? .exif : $0 == "file" ? .file : .list($0) }
  )
  var timesFrom: StillTimes?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the index of an output of still images to this file: the name and the exact time of each, as JSON.",
      valueName: "FILE"
    ),
    completion: .file()
  )
  var index: String?

  func validate() throws {
    guard inputFps == nil || timesFrom == nil else {
      throw ValidationError("give --input-fps or --times-from, not both")
    }
  }

  func apply(to request: inout JobRequest) {
    (request.inputFrameRate, request.stillTimes) = (inputFps, timesFrom)
    request.index = index
  }
}
