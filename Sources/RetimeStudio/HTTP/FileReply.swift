// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOHTTP1
internal import RetimeSystem

/// A response with a file or a requested range of it, read while it is sent.
struct FileReply {
  let file: RandomAccessFile
  let type: String
  /// The file name for a download; nil to display the file.
  var downloadName: String?

  /// Returns the response to a request.
  func response(to request: Request) -> Response {
    let tag = "\"\(String(file.byteCount, radix: 36))-\(String(file.modified, radix: 36))\""
    var headers: HTTPHeaders = [
      "Content-Type": type, "Accept-Ranges": "bytes", "ETag": tag,
      "Cache-Control": "private, no-cache",
    ]
    if let downloadName {
      headers.add(name: "Content-Disposition", value: Self.disposition(downloadName))
    }
    if request.header("If-None-Match") == tag {
      return Response(status: .notModified, headers: headers)
    }
    let condition = request.header("If-Range")
    let header = condition == nil || condition == tag ? request.header("Range") : nil
    switch ByteRange(header, byteCount: file.byteCount) {
    case .whole:
      return send(0..<file.byteCount, .ok, headers)
    case .part(let range):
      headers.add(
        name: "Content-Range",
        value: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.byteCount)"
      )
      return send(range, .partialContent, headers)
    case .unsatisfiable:
      var response = RequestError(
        .rangeNotSatisfiable,
        "the file has \(file.byteCount) bytes: ask for some of these"
      ).response
      response["Content-Range"] = "bytes */\(file.byteCount)"
      return response
    }
  }

  private func send(
    _ range: Range<Int>,
    _ status: HTTPResponseStatus,
    _ headers: HTTPHeaders
  ) -> Response {
    Response(status: status, headers: headers, body: .file(FileBytes(file: file, range: range)))
  }

  /// Returns the header that names a download, in ASCII for old clients and in UTF-8 (RFC 6266).
  static func disposition(_ name: String) -> String {
    let plain = name.map { character in
      character.isASCII && character != "\"" && character != "\\" && !character.isNewline
        && (character.asciiValue ?? 0) >= 32 && character != "\u{7F}" ? character : "_"
    }
    let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in name.utf8 {
      encoded +=
        unreserved.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return "attachment; filename=\"\(String(plain))\"; "
      + "filename*=UTF-8''\(String(decoding: encoded, as: UTF8.self))"
  }
}

/// A range of a file, read in blocks on threads that may block.
struct FileBytes: Sendable {
  private static let blockSize = 1 << 18
  let file: RandomAccessFile
  let range: Range<Int>

  /// Passes the blocks to `body` in order.
  func read(_ body: ([UInt8]) async throws -> Void) async throws {
    for offset in stride(from: range.lowerBound, to: range.upperBound, by: Self.blockSize) {
      let (file, count) = (file, min(Self.blockSize, range.upperBound - offset))
      guard let bytes = await Blocking.run({ file.bytes(at: offset, count: count) }) else {
        throw SystemError.inputOutput
      }
      try await body(bytes)
    }
  }
}
#endif
