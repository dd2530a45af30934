// SPDX-License-Identifier: MPL-2.0

#if Studio
@testable import RetimeStudio
import Testing

extension `The studio` {
  @Suite struct `Request targets` {
    @Test func `A target is decoded into names and values`() throws {
      let target = try Target(path: "/api/files/a%20b/%C3%BC", query: "name=a%2Fb+c&empty=&bare")
      #expect(target.names == ["api", "files", "a b", "ü"])
      #expect(target.query == ["name": "a/b c", "empty": "", "bare": ""])
      #expect(try Target(path: "/", query: "").names.isEmpty)
    }

    @Test(arguments: [
      "", "api/files", "http://127.0.0.1/api/files", "//", "/api//files", "/api/files/", "/..",
      "/api/../etc", "/api/files/..", "/./api", "/%2e%2e/etc/passwd", "/api/files/%2E%2e",
      "/api/%2e/files", "/api/files/..%2f..%2fetc", "/api%2ffiles", "/api/files/a%00b",
      "/api/files/%", "/api/files/%4", "/api/files/%zz", "/api/files/%c3%28", "/api/files/%ff",
      "/api/files/%c0%ae%c0%ae",
    ])
    func `An ambiguous path is refused`(path: String) {
      #expect(throws: RequestError.self) { try Target(path: path, query: "") }
    }

    @Test(arguments: ["a=1&a=2", "a=%", "%zz=1", "a=%ff"])
    func `An ambiguous query is refused`(query: String) {
      #expect(throws: RequestError.self) { try Target(path: "/", query: query) }
    }

    @Test func `The length is limited`() {
      let long = String(repeating: "a", count: Target.maximumLength)
      #expect(throws: RequestError.self) { try Target(path: "/" + long, query: "") }
      #expect(throws: RequestError.self) { try Target(path: "/", query: long + long) }
    }
  }

  @Suite struct `Byte ranges` {
    @Test(arguments: [
      (nil, ByteRange.whole), ("bytes=0-0", .part(0..<1)), ("bytes=10-19", .part(10..<20)),
      ("bytes=10-", .part(10..<100)), ("bytes=90-200", .part(90..<100)),
      ("bytes=-10", .part(90..<100)), ("bytes=-200", .part(0..<100)), ("bytes=0-", .part(0..<100)),
      ("Bytes=1-2", .part(1..<3)), ("bytes=100-", .unsatisfiable),
      ("bytes=200-300", .unsatisfiable),
      ("bytes=-0", .unsatisfiable), ("bytes=99999999999999999999-", .unsatisfiable),
      ("bytes=0-99999999999999999999", .part(0..<100)),
      // A server may answer these with the whole file (RFC 9110, 14.2).
      ("bytes=0-1,5-6", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes=5-4", .whole),
      ("bytes=a-b", .whole), ("bytes=1-2-3", .whole), ("bytes= 1-2", .whole), ("lines=1-2", .whole),
      ("bytes=--5", .whole), ("bytes=+1-5", .whole), ("bytes=１-２", .whole),
    ])
    func `Byte ranges are parsed by RFC 9110`(header: String?, range: ByteRange) {
      #expect(ByteRange(header, byteCount: 100) == range)
    }

    @Test func `A range of an empty file is unsatisfiable`() {
      #expect(ByteRange("bytes=0-", byteCount: 0) == .unsatisfiable)
      #expect(ByteRange("bytes=-1", byteCount: 0) == .unsatisfiable)
      #expect(ByteRange(nil, byteCount: 0) == .whole)
    }
  }

  @Suite struct `File names` {
    @Test(arguments: ["clip.mp4", "ü – 映画.mkv", "a b'c\"d.webm", "-y.mp4", "con:1.mov", "a..b"])
    func `A single name is accepted`(name: String) throws {
      #expect(try FileName.checked(name) == name)
    }

    @Test(arguments: [
      "", ".", "..", ".hidden", "a/b", "/etc/passwd", "../a.mp4", "a\0b", "a\nb", "a\u{7F}b",
      String(repeating: "ü", count: 101),
    ])
    func `A path, a hidden or an unprintable name is refused`(name: String) {
      #expect(throws: RequestError.self) { try FileName.checked(name) }
    }

    @Test func `A name that exists gets a number`() {
      #expect(FileName.free(like: "a.mp4") { $0 == "a 2.mp4" } == "a 3.mp4")
      let long = String(repeating: "ü", count: 98) + ".mp4"
      let shorter = String(repeating: "ü", count: 97) + " 2.mp4"
      #expect(FileName.free(like: long) { _ in false } == shorter)
      #expect(FileName.free(like: "noext") { _ in false } == "noext 2")
    }
  }
}
#endif
