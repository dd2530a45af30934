// SPDX-License-Identifier: MPL-2.0

import GStreamer
import Testing

@Suite struct `Video formats` {
  init() throws { try GStreamer.initialize() }

  @Test func `Each plain format is known once`() {
    let names = VideoFormat.plain.map(\.name)
    #expect(Set(names).count == names.count)
    // The numbers of plain formats of GStreamer 1.22 and 1.26.
    #expect([65, 78].contains(names.count), "\(names.count)")
    #expect(names.first == "I420")
  }

  /// 64 × 64 pixels: 16 × 16 at the coarsest subsampling, so that there is no padding.
  @Test func `Plain formats take a byte or two for each component`() throws {
    for format in VideoFormat.plain {
      let layout = try #require(
        VideoLayout(
          Caps("video/x-raw, format=(string)\(format.name), width=(int)64, height=(int)64")
        ),
        "\(format.name)"
      )
      let bytes = format.isWide ? 2 : 1
      #expect(layout.byteCount % (256 * bytes) == 0, "\(format.name)")
      #expect(format.isPlain && format.valueBits <= 8 * bytes, "\(format.name)")
      guard format.isPlanar else { continue }
      let chroma = 4096 >> (format.chromaShifts.across + format.chromaShifts.down)
      let planes = format.isGray ? 4096 : 4096 + 2 * chroma + (format.hasAlpha ? 4096 : 0)
      #expect(layout.byteCount == planes * bytes, "\(format.name)")
    }
  }

  @Test(arguments: [
    "NV12_64Z32", "v210", "UYVP", "RGB16", "RGB8P", "GRAY16_BE", "I420_10BE", "r210",
  ])
  func `Packed and compressed formats are not plain`(name: String) throws {
    #expect(try !#require(VideoFormat(named: name)).isPlain)
  }
}
