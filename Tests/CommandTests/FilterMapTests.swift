// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `ffmpeg's filters` {
    @Test(arguments: [
      "select='between(t,0.5,0.96)+gte(t,1.5)',setpts=N/FRAME_RATE/TB",
      "select='not(between(n,10,19))',setpts=N/FRAME_RATE/TB",
      "select='not(mod(n,5))',setpts=N/FRAME_RATE/TB",
      "trim=0.4:1.2,setpts=PTS-STARTPTS",
    ])
    func `The frames are those of ffmpeg`(filters: String) async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-f", "lavfi", "-i", "sine=r=48000:d=2",
        "-c:v", "ffv1", "-c:a", "pcm_s16le", folder.file("in.mkv"),
      ])
      try await Clips.ffmpeg([
        "-i", folder.file("in.mkv"), "-an", "-vf", filters, "-c:v", "ffv1",
        folder.file("theirs.mkv"),
      ])
      try await succeed(
        ["in.mkv", "ours.mkv", "--video-encoder", "avenc_ffv1", "--map", filters],
        in: folder
      )
      let ours = try await Judge.pictureSums(folder.file("ours.mkv"))
      let theirs = try await Judge.pictureSums(folder.file("theirs.mkv"))
      #expect(ours == theirs && ours.count > 5, "\(ours.count) frames, and \(theirs.count)")
      let samples = try await Judge.samples(folder.file("ours.mkv"), "s16le").count / 2
      #expect(samples == ours.count * 1920)
    }

    @Test func `What is no map is refused as usage`() async throws {
      let folder = try TemporaryFolder()
      let run = try await retime(["in.mkv", "out.mkv", "--map", "setpts=PTS+10/TB"], in: folder)
      #expect(run.status == 64 && run.errors.contains("no multiple of the source's"))
    }
  }
}
