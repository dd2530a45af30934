// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `ffmpeg's filters as a map` {
  private static let pal = try? FrameRate(parsing: "25")

  private static func seconds(_ text: String) -> RationalTime { `A map's text`.seconds(text) }

  /// Returns the parts of a source of 40 s at 25 frames a second, as text: "5-10:2".
  private static func parts(_ text: String, frameRate: FrameRate? = nil) throws -> String {
    try FilterChain(parsing: text).parts(end: seconds("40"), frameRate: frameRate).map { part in
      guard case .play(let from, let to, let speed, let last, _) = part, speed == last else {
        return "?"
      }
      return "\(from.rational)-\(to.rational):\(speed)"
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("setpts=0.5*PTS", "0-40:2"),
    ("setpts=PTS*2", "0-40:1/2"),
    ("setpts=(PTS-STARTPTS)/1.5", "0-40:3/2"),
    ("setpts=(1/3)*PTS-STARTPTS/3", "0-40:3"),
    ("setpts=expr=2*N/FRAME_RATE/TB", "0-40:1/2"),
    ("setpts='N/(50*TB)'", "0-40:2"),
    ("setpts=2*PTS,setpts=2*PTS", "0-40:1/4"),
    ("asetpts=2*N/SR/TB", "0-40:1/2"),
    ("trim=5:10,setpts=PTS-STARTPTS", "5-10:1"),
    ("trim=start=5:duration=2.5, setpts=0.5*(PTS-STARTPTS)", "5-188/25:2"),
    ("select='lt(t,10)'", ""),
    ("select='1',setpts=2*PTS", "0-40:1/2"),
    // A frame that starts at the end of a range is kept.
    (
      "select='between(t,5,10)+between(t,20,30)',setpts=N/FRAME_RATE/TB",
      "5-251/25:1 20-751/25:1"
    ),
    (
      "select=between(t\\,5\\,10)+gt(t\\,20.01),setpts=2*N/FRAME_RATE/TB",
      "5-251/25:1/2 501/25-40:1/2"
    ),
    ("select='not(between(t,5,10))',setpts=N/FR/TB", "0-5:1 251/25-40:1"),
    ("select='gte(t,5)*lt(t,10)',setpts=N/FRAME_RATE/TB", "5-10:1"),
    ("select='gte(t,2*60-115)*lte(t,7)',setpts=PTS-STARTPTS", "5-176/25:1"),
    ("select='between(n,100,199)',setpts=N/FRAME_RATE/TB", "4-8:1"),
    ("select='not(mod(n,10))',setpts=N/FRAME_RATE/TB", "0-40:10"),
    ("select='lt(t,20)*eq(mod(n,5),0)',setpts=N/FRAME_RATE/TB", "0-20:5"),
    (
      "select='between(t,5,10)+between(t,8,12)+between(t,90,99)',setpts=N/FRAME_RATE/TB",
      "5-301/25:1"
    ),
  ])
  func `A chain with constant times is read`(text: String, parts: String) throws {
    guard !parts.isEmpty else {
      #expect(throws: MapEditError.self) { try Self.parts(text, frameRate: Self.pal) }
      return
    }
    #expect(try Self.parts(text, frameRate: Self.pal) == parts)
  }

  @Test func `Audio alone is cut at the times themselves`() throws {
    let text = "aselect='between(t,5.01,10.02)',asetpts=N/SR/TB"
    #expect(try Self.parts(text) == "501/100-501/50:1")
  }

  @Test(arguments: [
    ("setpts=PTS+10/TB", "gives times that are no multiple"),
    ("setpts=PTS*PTS", "gives times that are no multiple"),
    ("setpts=if(eq(N,0),0,PTS)", "gives times that are no multiple"),
    ("setpts=PTS-2*STARTPTS", "gives times that are no multiple"),
    ("setpts=0*PTS", "gives times that are no multiple"),
    ("setpts=", "gives times that are no multiple"),
    ("setpts=PTS/0", "gives times that are no multiple"),
    ("select='between(t,5'", "is not closed"),
    ("select='between(t,5),setpts=PTS", "is not closed"),
    ("select='5+',setpts=PTS", "has an expression that cannot be read"),
    ("select='gt(scene,0.4)',setpts=N/FRAME_RATE/TB", "the selection is not of constant times"),
    ("select='between(t,PTS,5)',setpts=N/FRAME_RATE/TB", "the selection is not of constant times"),
    ("select='between(t,5,10)'", "add setpts=N/FRAME_RATE/TB"),
    ("select='between(t,5,10)',setpts=PTS", "keep the gaps"),
    ("select='between(t,5,10)+gt(t,20)',setpts=PTS-STARTPTS", "keep the gaps"),
    ("select='not(mod(n,10))',setpts=PTS", "keep the gaps"),
    ("select='lt(t,0)',setpts=N/FRAME_RATE/TB", "nothing of the source is left"),
    ("setpts=2*PTS,select='lt(t,5)'", "before setpts"),
    ("trim=5:10,trim=1:2,setpts=PTS-STARTPTS", "one select or trim"),
    ("trim=10:5,setpts=PTS-STARTPTS", "keeps nothing"),
    ("trim=start_frame=5,setpts=PTS-STARTPTS", "is not read"),
    ("setpts=2*PTS,scale=640:-2", "'scale=640:-2' is not read"),
  ])
  func `What is no map is refused with its reason`(text: String, reason: String) {
    let error = #expect(throws: MapEditError.self) { try Self.parts(text, frameRate: Self.pal) }
    #expect((error.map { "\($0)" } ?? "").contains(reason), "\(String(describing: error))")
  }

  @Test func `Random selections keep the frames that the expression keeps`() throws {
    var random = SeededGenerator()
    for run in 0..<300 {
      let rate = try FrameRate(parsing: ["25", "30000/1001"].randomElement(using: &random) ?? "25")
      let (text, keeps) = Self.selection(depth: 3, &random)
      let message = Comment(rawValue: "run \(run), seed \(SeededGenerator.seed): \(text)")
      let chain = try FilterChain(parsing: "select='\(text)',setpts=N/FRAME_RATE/TB")
      let end = rate.time(ofTick: 300)
      let parts = (try? chain.parts(end: end, frameRate: rate)) ?? []
      let kept = (0..<300).filter { frame in
        let time = rate.time(ofTick: frame)
        return parts.contains { part in
          guard case .play(let from, let to, _, _, _) = part else { return false }
          return from <= time && time < to
        }
      }
      let expected = (0..<300).filter { keeps(rate.time(ofTick: $0).rational) }
      #expect(kept == expected, message)
    }
  }

  /// Returns a random expression, and whether it keeps a frame at a time.
  private static func selection(
    depth: Int,
    _ random: inout SeededGenerator
  ) -> (String, (Rational) -> Bool) {
    let (one, two) = (
      Int64.random(in: 0...130, using: &random), Int64.random(in: 0...130, using: &random)
    )
    let (low, high) = (Rational(min(one, two), 10), Rational(max(one, two), 10))
    let kind = Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random)
    let (low10, high10) = (min(one, two), max(one, two))
    func text(_ tenths: Int64) -> String { "\(tenths / 10).\(tenths % 10)" }
    switch kind {
    case 0: return ("between(t,\(text(low10)),\(text(high10)))", { low <= $0 && $0 <= high })
    case 1: return ("gt(t,\(text(low10)))", { $0 > low })
    case 2: return ("gte(t,\(text(low10)))", { $0 >= low })
    case 3: return ("lt(t,\(text(high10)))", { $0 < high })
    case 4: return ("lte(t,\(text(high10)))", { $0 <= high })
    case 5:
      let (inner, keeps) = selection(depth: depth - 1, &random)
      return ("not(\(inner))", { !keeps($0) })
    default:
      let (left, keepsLeft) = selection(depth: depth - 1, &random)
      let (right, keepsRight) = selection(depth: depth - 1, &random)
      return kind == 6
        ? ("(\(left)+\(right))", { keepsLeft($0) || keepsRight($0) })
        : ("(\(left))*(\(right))", { keepsLeft($0) && keepsRight($0) })
    }
  }
}
