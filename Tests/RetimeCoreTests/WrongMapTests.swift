// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `A wrong map` {
  private static let end = RationalTime(60, 1)

  /// The JSON of a section, and the text of its message.
  static let sections: [(String, String)] = [
    ("{\"from\":\"0\",\"to\":\"0\",\"speed\":\"1\"}", "section 2 plays nothing"),
    ("{\"from\":\"end\",\"to\":\"end\",\"speed\":\"1\"}", "section 2 plays nothing"),
    ("{\"from\":\"1\",\"to\":\"1.0\",\"speed\":\"1\"}", "section 2 plays nothing"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\"0\"}", "the speed \"0\""),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\"-1\"}", "the speed \"-1\""),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":-1}", "the speed -1"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":1001}", "the speed 1001"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":1e-7}", "the speed 1e-7"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":1e400}", "the speed 1e400"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":1e-400}", "the speed 1e-400"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\"1/0\"}", "the speed \"1/0\""),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\"0/1\"}", "the speed \"0/1\""),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\"NaN\"}", "the speed \"NaN\""),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\"inf\"}", "the speed \"inf\""),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\"\"}", "the speed \"\""),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\"fast\"}", "the speed \"fast\""),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\" 1\"}", "the speed \" 1\""),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\"1/2/3\"}", "the speed \"1/2/3\""),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\"1,5\"}", "the speed \"1,5\""),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\"0x1\"}", "the speed \"0x1\""),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":null}", "the speed null"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":true}", "the speed true"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":{}}", "the speed an object"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":[]}", "section 2 has 0 speeds"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":[\"1\"]}", "section 2 has 1 speeds"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":[1,2,3]}", "section 2 has 3 speeds"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":[1,[2]]}", "the speed a list"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":[1,0]}", "the speed 0"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":[-1,1]}", "the speed -1"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\"1\",\"ease\":\"smooth\"}", "give two"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":[1,2],\"ease\":\"soft\"}", "\"linear\" or \"smooth\""),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":[1,2],\"ease\":\"none\"}", "\"linear\" or \"smooth\""),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":[1,2],\"ease\":1}", "the \"ease\" 1"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":[1,2],\"ease\":null}", "the \"ease\" null"),
    ("{\"from\":\"0\",\"to\":\"1\"}", "section 2 has no \"speed\""),
    ("{\"from\":\"0\",\"speed\":\"1\"}", "section 2 has no \"to\""),
    ("{\"to\":\"0\",\"speed\":\"1\"}", "section 2 has no \"from\" or \"hold\""),
    ("{}", "section 2 has no \"from\" or \"hold\""),
    ("{\"from\":\"-1\",\"to\":\"1\",\"speed\":\"1\"}", "\"from\" \"-1\""),
    ("{\"from\":\"+1\",\"to\":\"1\",\"speed\":\"1\"}", "\"from\" \"+1\""),
    ("{\"from\":\"-1/2\",\"to\":\"1\",\"speed\":\"1\"}", "\"from\" \"-1/2\""),
    ("{\"from\":\"1e400\",\"to\":\"1\",\"speed\":\"1\"}", "\"from\" \"1e400\""),
    ("{\"from\":1e400,\"to\":\"1\",\"speed\":\"1\"}", "\"from\" 1e400"),
    ("{\"from\":-0.5,\"to\":\"1\",\"speed\":\"1\"}", "\"from\" -0.5"),
    ("{\"from\":\"1:60\",\"to\":\"1\",\"speed\":\"1\"}", "\"from\" \"1:60\""),
    ("{\"from\":\"1:2:3:4\",\"to\":\"1\",\"speed\":\"1\"}", "\"from\" \"1:2:3:4\""),
    ("{\"from\":\"10%\",\"to\":\"1\",\"speed\":\"1\"}", "\"from\" \"10%\""),
    ("{\"from\":\"End\",\"to\":\"1\",\"speed\":\"1\"}", "\"from\" \"End\""),
    ("{\"from\":\"start\",\"to\":\"1\",\"speed\":\"1\"}", "\"from\" \"start\""),
    ("{\"from\":\"NaN\",\"to\":\"1\",\"speed\":\"1\"}", "\"from\" \"NaN\""),
    ("{\"from\":\"99999999\",\"to\":\"1\",\"speed\":\"1\"}", "\"from\" \"99999999\""),
    ("{\"from\":\"99999999/1\",\"to\":\"1\",\"speed\":\"1\"}", "\"from\" \"99999999/1\""),
    ("{\"from\":\"1/0\",\"to\":\"1\",\"speed\":\"1\"}", "\"from\" \"1/0\""),
    ("{\"from\":false,\"to\":\"1\",\"speed\":\"1\"}", "\"from\" false"),
    ("{\"from\":[0],\"to\":\"1\",\"speed\":\"1\"}", "\"from\" a list"),
    ("{\"from\":\"0\",\"to\":null,\"speed\":\"1\"}", "\"to\" null"),
    ("{\"from\":\"0\",\"to\":\"\",\"speed\":\"1\"}", "\"to\" \"\""),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\"1\",\"for\":\"1\"}", "\"for\", which is not known"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\"1\",\"Ease\":1}", "\"Ease\", which is not known"),
    ("{\"from\":\"0\",\"to\":\"1\",\"speed\":\"1\",\"speed\":1}", "occurs twice"),
    ("{\"from\":\"0\",\"from\":\"1\",\"speed\":\"1\"}", "occurs twice"),
    ("{\"hold\":\"1\"}", "section 2 has no \"for\""),
    ("{\"hold\":\"1\",\"for\":\"0\"}", "above 0"),
    ("{\"hold\":\"1\",\"for\":0.0}", "above 0"),
    ("{\"hold\":\"1\",\"for\":-1}", "above 0"),
    ("{\"hold\":\"1\",\"for\":\"end\"}", "above 0"),
    ("{\"hold\":\"1\",\"for\":\"0/3\"}", "above 0"),
    ("{\"hold\":\"1\",\"for\":1e400}", "the \"for\" 1e400"),
    ("{\"hold\":\"1\",\"for\":[1]}", "the \"for\" a list"),
    ("{\"hold\":\"-1\",\"for\":\"1\"}", "the \"hold\" \"-1\""),
    ("{\"hold\":\"1\",\"for\":\"1\",\"from\":\"0\"}", "allowed are of a hold"),
    ("{\"hold\":\"1\",\"for\":\"1\",\"speed\":\"1\"}", "allowed are of a hold"),
    ("[]", "section 2 is a list"),
    ("\"from\"", "section 2 is \"from\""),
    ("1", "section 2 is 1"),
    ("null", "section 2 is null"),
  ]

  @Test(arguments: sections)
  func `An invalid section is refused with its number and position`(
    section: String,
    message: String
  ) throws {
    let text = """
      {"retime-map":1,
       "sections":[{"from":"0","to":"1","speed":"1"},
        \(section)]}
      """
    let error = #expect(throws: MapTextError.self) { try MapDocument(parsing: text) }
    let found = try #require(error)
    #expect("\(found)".contains(message), "\(found)")
    #expect(found.line == 3 && found.column >= 3, "\(found)")
    #expect(found.problem.contains("section 2") || message == "occurs twice", "\(found)")
  }

  /// A whole text, its wrong position, and the text of the message.
  static let texts: [(String, String)] = [
    ("", "line 1, column 1: the text ends"),
    (" \n\t", "line 2, column 2: the text ends"),
    ("{", "line 1, column 2: the end where"),
    ("{\"", "the text ends within"),
    ("{\"retime-map\"", "where ':'"),
    ("{\"retime-map\":", "the text ends"),
    ("{\"retime-map\":1", "where ',' or '}'"),
    ("{\"retime-map\":1,", "where the name"),
    ("{\"retime-map\":1,}", "column 17: '}' where the name"),
    ("{\"retime-map\":1}", "a map has no \"sections\""),
    ("{\"sections\":[]}", "a map has no \"retime-map\""),
    ("{}", "a map has no \"retime-map\""),
    ("[]", "a map is a list"),
    ("1", "a map is 1"),
    ("null", "a map is null"),
    ("\"map\"", "a map is \"map\""),
    ("nul", "'n' is no value"),
    ("NaN", "'N' is no value"),
    ("Infinity", "'I' is no value"),
    ("-Infinity", "'I' where a digit"),
    ("+1", "'+' is no value"),
    (".5", "'.' is no value"),
    ("'a'", "is no value"),
    ("01", "does not begin with 0"),
    ("-01", "does not begin with 0"),
    ("1.", "where a digit"),
    ("1.e3", "'e' where a digit"),
    ("1e", "where a digit"),
    ("1e+", "where a digit"),
    ("--1", "'-' where a digit"),
    ("0x10", "more after"),
    ("1 2", "column 3: there is more after"),
    ("{} {}", "more after"),
    ("{}\u{0}", "more after"),
    ("{}//", "more after"),
    ("/* */{}", "'/' is no value"),
    ("[1,]", "']' is no value"),
    ("[,1]", "',' is no value"),
    ("[1 2]", "where ',' or ']'"),
    ("[1", "the end where ',' or ']'"),
    ("{\"a\":1 \"b\":2}", "where ',' or '}'"),
    ("{\"a\" 1}", "'1' where ':'"),
    ("{a:1}", "'a' where the name"),
    ("{1:1}", "'1' where the name"),
    ("{\"a\":1,\"a\":2}", "column 8: the member \"a\" occurs twice"),
    ("{\"a\":1,\"\\u0061\":2}", "occurs twice"),
    ("[{\"a\":{\"b\":1,\"b\":1}}]", "occurs twice"),
    ("\"\n\"", "U+000a"),
    ("\"\u{1}\"", "U+0001"),
    ("\"\\x\"", "'x' after \\"),
    ("\"\\", "the end after \\"),
    ("\"\\u12\"", "hexadecimal"),
    ("\"\\u12g4\"", "'g' where one of four"),
    ("\"\\ud800\"", "half a character"),
    ("\"\\udc00\"", "half a character"),
    ("\"\\ud800\\ud800\"", "half a character"),
    ("\"\\ud800\\n\"", "half a character"),
    ("\"\\ud83dx\"", "half a character"),
    ("\"\\udc00\\ud800\"", "half a character"),
    ("\u{feff}{}", "byte order mark"),
    ("{\"retime-map\":2,\"sections\":[]}", "\"retime-map\" is 2"),
    ("{\"retime-map\":1.0,\"sections\":[]}", "\"retime-map\" is 1.0"),
    ("{\"retime-map\":0,\"sections\":[]}", "\"retime-map\" is 0"),
    ("{\"retime-map\":true,\"sections\":[]}", "\"retime-map\" is true"),
    ("{\"retime-map\":\"\\ud83d\\ude00\"}", "\"retime-map\" is \"😀\""),
    ("{\"retime-map\":\"one\",\"sections\":[]}", "\"retime-map\" is \"one\""),
    ("{\"retime-map\":1,\"sections\":[]}", "at least one section"),
    ("{\"retime-map\":1,\"sections\":{}}", "\"sections\" is an object"),
    ("{\"retime-map\":1,\"sections\":\"none\"}", "\"sections\" is \"none\""),
    ("{\"retime-map\":1,\"sections\":[1],\"fps\":1}", "\"fps\", which is not known"),
    ("{\"retime-map\":1,\"sections\":[1],\"duration\":0}", "\"duration\" 0"),
    ("{\"retime-map\":1,\"sections\":[1],\"duration\":\"end\"}", "\"duration\" \"end\""),
    ("{\"retime-map\":1,\"sections\":[1],\"duration\":null}", "\"duration\" null"),
    ("{\"Retime-map\":1,\"sections\":[1]}", "no \"retime-map\""),
    ("{\"OTIO_SCHEMA\":\"Timeline.1\"}", "no \"retime-map\""),
    (String(repeating: "[", count: 100_000), "more than 100 deep"),
    (String(repeating: "{\"a\":", count: 100_000), "more than 100 deep"),
    ("\n\n  {\"retime-map\": 3}", "line 3, column 18: \"retime-map\" is 3"),
    ("{\"ü\":\"日本\", x}", "column 12: 'x' where the name"),
  ]

  @Test(arguments: texts)
  func `An invalid text is refused with its position`(text: String, message: String) throws {
    let error = #expect(throws: MapTextError.self) { try MapDocument(parsing: text) }
    let found = "\(try #require(error))"
    #expect(found.hasPrefix("line ") && found.contains(message), "\(found)")
    #expect(found.utf8.count < 400)
  }

  @Test(
    arguments: [
      ([0xff, 0xfe, 0x7b, 0x00], 1), ([0x7b, 0x22, 0xc3, 0x28], 3), ([0x22, 0xc0, 0x80, 0x22], 2),
      ([0x22, 0xed, 0xa0, 0x80, 0x22], 2), ([0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], 2),
      ([0x22, 0xc3, 0xa4, 0xe2, 0x82], 3),
    ] as [([UInt8], Int)]
  )
  func `A text that is not UTF-8 is refused at the position of the error`(
    bytes: [UInt8],
    column: Int
  ) throws {
    let error = #expect(throws: MapTextError.self) { try MapDocument(parsing: bytes) }
    let found = try #require(error)
    #expect(found.column == column && found.problem.contains("not UTF-8"), "\(found)")
  }

  @Test(arguments: [
    ("{\"from\":\"0\",\"to\":\"61\",\"speed\":\"1\"}", "section 2 has the time 61 s"),
    ("{\"from\":\"60.001\",\"to\":\"end\",\"speed\":\"1\"}", "section 2 has the time 60.001 s"),
    (
      "{\"hold\":\"1:01\",\"for\":\"1\"}",
      "section 2 has the time 61 s, and the source ends at 60 s"
    ),
    ("{\"from\":\"60\",\"to\":\"end\",\"speed\":\"1\"}", "section 2 plays nothing"),
  ])
  func `A section beyond the source's end is refused with its number`(
    section: String,
    message: String
  )
    throws
  {
    let document = try MapDocument(
      parsing: """
        {"retime-map":1,"sections":[{"from":"0","to":"end","speed":"1"},\(section)]}
        """
    )
    let error = #expect(throws: MapError.self) { try document.parts(end: Self.end) }
    #expect("\(try #require(error))".contains(message))
  }

  @Test func `More sections than allowed are refused`() throws {
    let section = "{\"from\":0,\"to\":\"1\",\"speed\":1}"
    let sections = repeatElement(section, count: MapError.mostSections + 1)
    let text = "{\"retime-map\":1,\"sections\":[\(sections.joined(separator: ","))]}"
    let error = #expect(throws: MapTextError.self) { try MapDocument(parsing: text) }
    #expect("\(try #require(error))".contains("100001 sections, and 100000 are the most"))
  }

  @Test func `There are two hundred invalid maps and edits`() {
    #expect(Self.sections.count + Self.texts.count + `Wrong edits`.edits.count >= 200)
  }
}
