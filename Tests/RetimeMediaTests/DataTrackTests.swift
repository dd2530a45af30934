// SPDX-License-Identifier: MPL-2.0

import GStreamer
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// GStreamer's multiplexer makes the file, and ffprobe is the reference.
  @Suite struct `Tracks of data` {
    @Test func `KLV packets are kept with the times of the result`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.ts")
      try await Self.makeFile(input)
      let source = try await Self.packets(of: input)
      #expect(
        source.map(\.time) == (0..<10).map { 90_000 * $0 / 5 }
          && Set(source.map(\.hash)).count == 10
      )

      let copied = folder.file("copied.ts")
      try await run(.copy(input: input, output: copied))
      #expect(try await Self.packets(of: copied) == source)

      let slow = folder.file("slow.ts")
      try await scale(input, slow, factor: "2")
      #expect(
        try await Self.packets(of: slow) == source.map { Packet(time: 2 * $0.time, hash: $0.hash) }
      )

      // A packet applies until the next one, so backwards it starts where that one did.
      let back = folder.file("back.ts")
      try await scale(input, back, factor: "1") { $0.playback = .backward }
      #expect(try await Self.packets(of: back).map(\.hash) == source.map(\.hash).reversed())
    }

    @Test func `The plan lists KLV as lost where the container does not hold it`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.ts")
      try await Self.makeFile(input)
      let plan = try await plan(try request(input, folder.file("out.mp4"), factor: "1"))
      #expect(
        plan.lost.contains { $0.contains("KLV Metadata: mp4 does not hold it") },
        "\(plan.lost)"
      )
    }

    private struct Packet: Equatable { let time: Int, hash: String }

    /// The packets of the first data track: the time after the first one, in ticks of 1/90000 s, and the MD5 of the bytes.
    private static func packets(of path: String) async throws -> [Packet] {
      let fields = try await Program.succeed(
        "ffprobe",
        [
          "-v", "error", "-select_streams", "d:0", "-show_data_hash", "md5", "-show_entries",
          "packet=pts,data_hash", "-of", "csv=p=0", path,
        ]
      ).text.split(whereSeparator: { $0 == "," || $0 == "\n" })
      let times = try stride(from: 0, to: fields.count, by: 2).map { try #require(Int(fields[$0])) }
      return times.indices.map {
        Packet(time: times[$0] - times[0], hash: String(fields[2 * $0 + 1]))
      }
    }

    /// Writes 2 s of video with ten packets of KLV, whose key is that of MISB ST 0601.
    private static func makeFile(_ path: String) async throws {
      try GStreamer.initialize()
      let (ended, end) = AsyncStream.makeStream(of: Bool.self)
      let pipeline = try Pipeline { message in
        switch message {
        case .endOfStream: end.yield(true)
        case .error: end.yield(false)
        default: break
        }
      }
      let video = try Element.parse(
        "videotestsrc num-buffers=50 ! video/x-raw,format=I420,width=96,height=64,framerate=25/1 ! x264enc bframes=0 ! h264parse"
      )
      let data = try AppSource(maximumBuffers: 16, maximumBytes: 0)
      let muxer = try Element.make("mpegtsmux")
      let file = try Element.make("filesink", ["location": path])
      try pipeline.add(video, data, muxer, file)
      try video.link(to: muxer)
      data.setCaps(try Caps("meta/x-klv, parsed=(boolean)true"))
      try data.link(to: muxer)
      try muxer.link(to: file)
      pipeline.play()
      let key: [UInt8] = [6, 14, 0x2B, 0x34, 2, 11, 1, 1, 14, 1, 3, 1, 1, 0, 0, 0]
      for number in 0..<10 {
        var packet = try Buffer(key + [20] + [UInt8](repeating: UInt8(number), count: 20))
        packet.presentationTime = ClockTime(nanoseconds: UInt64(number) * 200_000_000)
        packet.duration = ClockTime(nanoseconds: 200_000_000)
        let isTaken = data.push(packet)
        try #require(isTaken)
      }
      data.endStream()
      #expect(await ended.first { _ in true } == true)
      pipeline.stop()
    }
  }
}
