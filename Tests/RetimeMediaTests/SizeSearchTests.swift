// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@testable import RetimeMedia

@Suite struct `Sizes that are reached` {
  /// The plan of a video with this encoder.
  private func search(_ encoder: String, limit: Int) throws -> SizeSearch {
    try SizeSearch(encoder: encoder, seconds: 20, limit: limit)
  }

  @Test(arguments: ["vp9enc end-usage=cq cq-level=20", "x265enc option-string=crf=20"])
  func `Any encoder whose size grows with the setting is fitted in a few runs`(encoder: String)
    throws
  {
    var random = SeededGenerator()
    var most = 0
    for run in 0..<200 {
      let message = Comment(rawValue: "run \(run), seed \(SeededGenerator.seed)")
      // A size that never changes, and one that grows as a power of the bit rate.
      let fixed = Double.random(in: 100...400_000, using: &random)
      let (exponent, share) = (
        Double.random(in: 0.7...1.2, using: &random), Double.random(in: 1.1...40, using: &random)
      )
      let scale = Double.random(in: 1e4...1e6, using: &random)
      let limit = Int((fixed + scale) * share)
      var search = try search(encoder, limit: limit)
      let center = encoder.hasPrefix("vp9enc") ? 18.0 : -4.0
      var runs = 0
      while true {
        runs += 1
        let size = Int(fixed + scale * exponential2((search.value - center) * exponent))
        if try search.take(size) == .done {
          #expect(search.isGood(size) || search.isBest, message)
          break
        }
        try #require(runs < 20, message)
      }
      most = max(most, runs)
    }
    #expect(most <= 10)
  }

  @Test func `A size below that of the lowest quality is refused`() throws {
    var search = try search("vp9enc end-usage=cq cq-level=20", limit: 1000)
    let error = #expect(throws: RetimeError.self) { while try search.take(5000) == .again {} }
    #expect(error?.description.contains("at the lowest quality it has 5000") ?? false)
    #expect(throws: RetimeError.self) { try self.search("jpegenc quality=95", limit: 1000) }
  }

  @Test func `A rate factor is set, for x264 as a whole one and a part`() {
    let (one, two) = ("x264enc pass=qual quantizer=18 qp-min=0", "x265enc option-string=crf=20")
    #expect(
      SizeSetting.x264.applied(-23.25 / 6, to: one, of: "x264enc")
        == "x264enc qp-min=0 quantizer=24 pass=qual option-string=\"zones=0,9999999,b=1.0905\""
    )
    #expect(
      SizeSetting.x265.applied(-23.25 / 6, to: two, of: "x265enc")
        == "x265enc option-string=crf=20:crf=23.25"
    )
  }

  @Test(arguments: [
    (
      "av1enc end-usage=q min-quantizer=15 cpu-used=8",
      "av1enc target-bitrate=1048 max-quantizer=63 min-quantizer=0 end-usage=vbr cpu-used=8"
    ),
    ("theoraenc quality=56", "theoraenc bitrate=1048"),
  ])
  func `The setting replaces that of the quality`(encoder: String, fitted: String) throws {
    let factory = String(encoder.prefix { $0 != " " })
    let setting = try #require(SizeSetting.video[factory])
    let made = setting.applied(20, to: encoder, of: factory)
    #expect(
      Set(made.split(separator: " "))
        == Set(fitted.split(separator: " "))
    )
  }
}
