// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import RetimeMedia

@Suite struct `Encoder descriptions` {
  private static func set(_ text: String) -> String {
    var words = LaunchDescription(text)
    words.set("threads", to: "1", of: "x264enc")
    return words.text
  }

  private static func add(_ text: String) -> String {
    var words = LaunchDescription(text)
    words.add(["a=1", "b=2"], to: "option-string", of: "x265enc")
    return words.text
  }

  @Test func `A property is appended to its element unless it is set there`() {
    #expect(Self.set("x264enc") == "x264enc threads=1")
    #expect(Self.set("x264enc pass=qual ! h264parse") == "x264enc pass=qual threads=1 ! h264parse")
    #expect(Self.set("x264enc!h264parse") == "x264enc threads=1 ! h264parse")
    #expect(Self.set("x264enc threads = 3 pass=qual") == "x264enc threads=3 pass=qual")
    #expect(Self.set("x264enc sliced-threads=true") == "x264enc sliced-threads=true threads=1")
    #expect(Self.set("queue threads=2 ! x264enc") == "queue threads=2 ! x264enc threads=1")
    #expect(Self.set("vp9enc") == "vp9enc" && Self.set("").isEmpty)
  }

  @Test func `Options are appended to an existing option list, within its quotes`() {
    #expect(Self.add("x265enc") == #"x265enc option-string="a=1:b=2""#)
    #expect(Self.add("x265enc option-string=c=3 qp=2") == "x265enc option-string=c=3:a=1:b=2 qp=2")
    #expect(
      Self.add(#"x265enc option-string="crf=30:x=1 2" ! h265parse"#)
        == #"x265enc option-string="crf=30:x=1 2:a=1:b=2" ! h265parse"#
    )
    #expect(Self.add("x265enc option-string = 'c ! d'") == "x265enc option-string='c ! d:a=1:b=2'")
    #expect(
      Self.add(#"x265enc option-string="a\" ! b""#) == #"x265enc option-string="a\" ! b:a=1:b=2""#
    )
  }

  @Test func `A description returns the value of a property`() {
    let words = LaunchDescription(
      "identity name=a ! x264enc option-string = b=2 ! h264parse name=c"
    )
    #expect(words.value(of: "option-string", of: "x264enc") == "b=2")
    #expect(words.value(of: "name", of: "x264enc") == nil)
  }
}
