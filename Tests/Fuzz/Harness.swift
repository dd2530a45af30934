// SPDX-License-Identifier: MPL-2.0

import Glibc
import RetimeSystem

/// Selects the parser named by `RETIME_PARSER`, once.
private let parser: @Sendable ([UInt8]) -> Void = {
  let name = unsafe getenv("RETIME_PARSER").map { unsafe String(cString: $0) } ?? ""
  guard let found = Parsers.all[name] else {
    print(
      "\(name.isEmpty ? "" : "no parser '\(name)'; ")parsers: "
        + Parsers.all.keys.sorted().joined(separator: " ")
    )
    exit(name.isEmpty ? 0 : 64)
  }
  return found
}()

/// Called by libFuzzer at the start.
@c(LLVMFuzzerInitialize)
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  _ = parser
  return 0
}

/// Called by libFuzzer with each input.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  parser(unsafe Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}

/// A file in memory, for parsers that read files.
enum MemoryFile {
  private static let descriptor: CInt = {
    let path = "/dev/shm/retime-fuzz-\(getpid())"
    defer { unsafe unlink(path) }
    return unsafe open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
  }()

  static func holding(_ bytes: [UInt8]) -> RandomAccessFile? {
    guard ftruncate(descriptor, 0) == 0,
      unsafe pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
    else { return nil }
    return try? RandomAccessFile("/proc/self/fd/\(descriptor)")
  }
}
