// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation

/// A connection to a program of this machine, without a timeout.
struct LocalConnection: ~Copyable {
  private let descriptor: Int32

  /// Connects to a port.
  private init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, size)
      }
    }
    guard result == 0 else { throw Self.failure }
  }

  deinit { close(descriptor) }

  /// Sends a request and reads the response's body, on a thread of its own.
  static func ask(
    _ method: String,
    _ path: String,
    _ body: JSONValue?,
    port: UInt16
  ) async throws -> JSONValue {
    let data = try body.map { try JSONEncoder().encode($0) } ?? Data()
    let head = """
      \(method) \(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Content-Type: application/json\r
      Content-Length: \(data.count)\r
      Connection: close\r
      \r

      """
    let answer = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let connection = try LocalConnection(port: port)
            try connection.send(Data(head.utf8) + data)
            return try connection.answer()
          }
        )
      }
    }
    return try JSONDecoder().decode(JSONValue.self, from: answer)
  }

  private func send(_ bytes: Data) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure }
      rest = rest.dropFirst(count)
    }
  }

  /// The body, with the length that its head states.
  private func answer() throws -> Data {
    var heard = Data()
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe recv(descriptor, &block, block.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure }
      heard += block[..<count]
      guard let end = heard.firstRange(of: Data("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: heard[..<end.lowerBound], as: UTF8.self)
      let announced = head.firstMatch(of: /(?i)content-length: *([0-9]+)/).flatMap { Int($0.1) }
      guard let announced else { throw WebDriver.Failure(description: "no length: \(head)") }
      let body = heard[end.upperBound...]
      if body.count >= announced { return Data(body) }
    }
  }

  private static var failure: WebDriver.Failure {
    unsafe WebDriver.Failure(description: "chromedriver: \(String(cString: strerror(errno)))")
  }
}
#endif
