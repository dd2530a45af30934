// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import FlyingFox
internal import FlyingSocks
internal import FoundationEssentials
internal import RetimeSystem

/// A file, or the part of it that was asked for, read while it is sent.
///
/// FlyingFox's own handler for files knows neither ranges that count from the end nor `If-Range`, reads on the
/// cooperative pool, and opens the file by its path each time, where a link could have come meanwhile.
struct FileReply {
  let file: RandomAccessFile
  let type: String
  /// The name under which a browser shall keep it; nil to show it.
  var downloadName: String?

  /// The answer to a request.
  func response(to request: HTTPRequest) -> HTTPResponse {
    let tag = "\"\(String(file.byteCount, radix: 36))-\(String(file.modified, radix: 36))\""
    var headers: HTTPHeaders = [
      .contentType: type, .acceptRanges: "bytes", .eTag: tag, .cacheControl: "private, no-cache",
    ]
    if let downloadName { headers[.contentDisposition] = Self.disposition(downloadName) }
    if request.headers[.ifNoneMatch] == tag {
      return HTTPResponse(statusCode: .notModified, headers: headers)
    }
    let condition = request.headers[HTTPHeader("If-Range")]
    let header = condition == nil || condition == tag ? request.headers[.range] : nil
    switch ByteRange(header, byteCount: file.byteCount) {
    case .whole:
      return send(0..<file.byteCount, .ok, headers)
    case .part(let range):
      headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.byteCount)"
      return send(range, .partialContent, headers)
    case .unsatisfiable:
      var response = Refusal(
        .rangeNotSatisfiable,
        "the file has \(file.byteCount) bytes: ask for some of these"
      ).response
      response.headers[.contentRange] = "bytes */\(file.byteCount)"
      return response
    }
  }

  private func send(
    _ range: Range<Int>,
    _ status: HTTPStatusCode,
    _ headers: HTTPHeaders
  ) -> HTTPResponse {
    HTTPResponse(
      statusCode: status,
      headers: headers,
      body: HTTPBodySequence(
        from: FileBytes(file: file, range: range),
        count: range.count,
        suggestedBufferSize: FileBytes.blockSize
      )
    )
  }

  /// The header that names a download, plain for old programs and in UTF-8 (RFC 6266).
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

/// The bytes of a part of a file, read block by block on threads that may wait for the disk.
struct FileBytes: AsyncBufferedSequence {
  typealias Element = UInt8

  static let blockSize = 1 << 18
  let file: RandomAccessFile
  let range: Range<Int>

  func makeAsyncIterator() -> Iterator { Iterator(file: file, rest: range) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    let file: RandomAccessFile
    var rest: Range<Int>

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      guard !rest.isEmpty else { return nil }
      let (file, offset, count) = (file, rest.lowerBound, Swift.min(count, rest.count))
      guard let bytes = await Blocking.run({ file.bytes(at: offset, count: count) }) else {
        throw SystemError.inputOutput
      }
      rest = (offset + count)..<rest.upperBound
      return bytes
    }
  }
}
#endif
