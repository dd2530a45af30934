// SPDX-License-Identifier: MPL-2.0

import Foundation

extension Clips {
  /// A Matroska file of three seconds with tags, three chapters, two audio languages and a cover picture.
  ///
  /// It is made once and then copied. The cover is `cover.png` in the folder.
  public static func tagged(_ path: String, in folder: TemporaryFolder) async throws {
    let made = try await made.value
    try FileManager.default.copyItem(atPath: made.file("in.mkv"), toPath: path)
    _ = try folder.write(made.bytes(of: "cover.png"), to: "cover.png")
  }

  private static let made = Task {
    let folder = try TemporaryFolder()
    try await makeTagged(folder.file("in.mkv"), in: folder)
    return folder
  }

  private static func makeTagged(_ path: String, in folder: TemporaryFolder) async throws {
    let text = """
      ;FFMETADATA1
      title=A Title
      artist=An Artist
      album=An Album
      date=2009-05-17
      comment=Signs\\; \\= and "quotes"
      copyright=Nobody
      genre=Rock
      composer=A Composer
      description=What it is
      album_artist=Several
      disc=1/2
      MOOD=fine
      """
    let chapters = [("Intro", 0, 700), ("Mïddle", 700, 1500), ("End", 1500, 3000)].map {
      "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0.1)\nEND=\($0.2)\ntitle=\($0.0)"
    }
    let metadata = try folder.write(
      ([text] + chapters).joined(separator: "\n").utf8,
      to: "metadata.txt"
    )
    let cover = folder.file("cover.png")
    try await ffmpeg(["-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "1", cover])
    try await ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=64x36:rate=10:duration=3", "-f", "lavfi", "-i",
      "sine=r=48000:d=3", "-f", "lavfi", "-i", "sine=880:r=48000:d=3", "-i", metadata, "-map", "0",
      "-map", "1", "-map", "2", "-map_metadata", "3", "-map_chapters", "3", "-c:v", "libx264",
      "-preset", "ultrafast", "-c:a", "pcm_s16le", "-metadata:s:a:0", "language=fra",
      "-metadata:s:a:1", "language=deu", "-metadata:s:a:1", "title=Kommentar", "-disposition:v:0",
      "default", "-disposition:a:0", "default", "-disposition:a:1", "0", "-attach", cover,
      "-metadata:s:t", "mimetype=image/png", "-metadata:s:t", "filename=cover.png", path,
    ])
  }

  /// One second of video, encoded losslessly, with a rotation in degrees clockwise.
  public static func turned(_ path: String, degrees: Int, in folder: TemporaryFolder) async throws {
    let flat = folder.file("flat.mp4")
    try await ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=64x36:rate=5:duration=1", "-vf", "setsar=4/3", "-c:v",
      "libx264", "-qp", "0", "-pix_fmt", "yuv420p", "-preset", "ultrafast", flat,
    ])
    try turn(flat, to: path, degrees: degrees)
  }

  /// Copies an MP4 or MOV whose first track is video, with a rotation in degrees clockwise.
  ///
  /// It is stored in the matrix of the track's header: ISO/IEC 14496-12, 8.3.2. The ffmpeg option for it depends on the
  /// version.
  public static func turn(_ flat: String, to path: String, degrees: Int) throws {
    let (zero, one, minusOne): ([UInt8], [UInt8], [UInt8]) = (
      [0, 0, 0, 0], [0, 1, 0, 0], [255, 255, 0, 0]
    )
    let turns = [
      0: [one, zero, zero, one], 90: [zero, one, minusOne, zero],
      180: [minusOne, zero, zero, minusOne], 270: [zero, minusOne, one, zero],
    ]
    func matrix(_ degrees: Int) -> [UInt8] {
      guard let turn = turns[degrees] else { preconditionFailure("no matrix of \(degrees)°") }
      return turn[0] + turn[1] + zero + turn[2] + turn[3] + zero
    }
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: flat)))
    guard let movie = bytes.firstRange(of: matrix(0)),
      let track = bytes[movie.upperBound...].firstRange(of: matrix(0))
    else { throw CocoaError(.fileReadCorruptFile) }
    bytes.replaceSubrange(track, with: matrix(degrees))
    try Data(bytes).write(to: URL(filePath: path))
  }
}
