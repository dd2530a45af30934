// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Chroma` {
    /// 4:2:0 that becomes 4:2:2 keeps its columns: none is mixed with those beside it.
    @Test func `keeps its columns in ProRes`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mov"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "color=size=256x64:rate=25:duration=0.16", "-vf",
        "format=yuv420p,geq=lum=128:cb=90+76*mod(floor(X/16)\\,2):cr=128", "-c:v", "libx264", "-qp",
        "1", input,
      ])
      try await run(request(input, output, factor: "1") { $0.videoEncoder = "avenc_prores_ks" })
      func row(_ path: String, _ format: String, rows: Int) async throws -> [UInt8] {
        let options = ["-frames:v", "1", "-pix_fmt", format, "-f", "rawvideo"]
        let frame = try await Judge.decoded(path, options).output
        return Array(frame[(256 * 64 + 128 * rows / 2)...].prefix(128))
      }
      let (given, made) = try await (
        row(input, "yuv420p", rows: 32), row(output, "yuv422p", rows: 64)
      )
      #expect(given.count == 128 && Set(given).count >= 2)
      #expect(zip(given, made).allSatisfy { abs(Int($0) - Int($1)) <= 4 }, "\(given)\n\(made)")
    }

    /// No range or matrix is stated, so none is added.
    @Test(arguments: ["uyvy422", "yuv422p10le"])
    func `of uncompressed video without tags gets none by a copy`(format: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mov"), folder.file("out.mov"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=0.2", "-pix_fmt", format, "-c:v",
        format == "uyvy422" ? "rawvideo" : "v210", input,
      ])
      try await run(request(input, output, factor: "2") { $0.copiesVideo = true })
      let made = try await Judge.colors(output)
      #expect([made.matrix, made.transfer, made.primaries].allSatisfy { $0.isEmpty }, "\(made)")
    }
  }
}
