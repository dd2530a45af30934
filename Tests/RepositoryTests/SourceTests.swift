// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@Suite struct `Every source` {
  /// The folders that call C, and the one that reads pixels as vectors.
  static let unsafeFolders = [
    "Sources/Deflate/", "Sources/GStreamer/", "Sources/MotionKernels/", "Sources/Resampling/",
    "Sources/RetimeSystem/", "Sources/SQLite/", "Sources/SoundFile/", "Sources/WebP/",
    "gst/RetimePlugin/",
  ]

  @Test func `A source starts with its licence`() async throws {
    for file in try await SourceFile.all(in: "Sources", "Tests", "gst", "benchmarks") {
      #expect(file.lines.first == "// SPDX-License-Identifier: MPL-2.0", "\(file)")
    }
    let manifest = try SourceFile("Package.swift")
    #expect(manifest.lines.prefix(3).contains("// SPDX-License-Identifier: MPL-2.0"))
    for path in try await Repository.files() where path.hasSuffix(".h") || path.hasSuffix(".c") {
      #expect(
        try Repository.text(of: path).hasPrefix("// SPDX-License-Identifier: MPL-2.0"),
        "\(path)"
      )
    }
  }

  @Test func `A source has at most 300 lines`() async throws {
    for file in try await SourceFile.all(in: "Sources", "Tests", "gst", "benchmarks") {
      #expect(file.lines.count <= 300, "\(file) has \(file.lines.count) lines")
    }
  }

  @Test func `Unsafe code is confined to C calls and vectors`() async throws {
    for file in try await SourceFile.all(in: "Sources", "gst")
    where !Self.unsafeFolders.contains(where: file.path.hasPrefix) {
      for line in file.lines where Self.code(line).contains(/\bunsafe\b|\bUnsafe\w+|@unchecked/) {
        Issue.record("\(file): \(line)")
      }
    }
  }

  @Test func `No source has a note of unfinished work`() async throws {
    let words = ["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"]
    for file in try await SourceFile.all(in: "Sources", "Tests", "gst", "benchmarks") {
      for line in file.lines where words.contains(where: line.contains) {
        Issue.record("\(file): \(line)")
      }
    }
  }

  @Test func `No source has a trap that the compiler cannot see`() async throws {
    for file in try await SourceFile.all(in: "Sources") {
      for line in file.lines where Self.code(line).contains(/\b(try!|fatalError\(|as!)/) {
        Issue.record("\(file): \(line)")
      }
    }
  }

  /// `DiskAccess` runs on threads that may block; direct disk access would block Swift's cooperative pool.
  @Test func `The studio accesses the disk through DiskAccess only`() async throws {
    for file in try await SourceFile.all(in: "Sources/RetimeStudio")
    where !file.path.hasSuffix("/DiskAccess.swift") {
      for line in file.lines
      where Self.code(line).contains(
        /\b(FileSystem\.|Folder\.[a-z]|Program\.|(RandomAccessFile|NewFile|FileLock)\()/
      ) {
        Issue.record("\(file): \(line)")
      }
    }
  }

  /// An untyped catch can take one failure for another, and lose its reason.
  @Test func `The jobs declare the errors that they throw`() async throws {
    for file in try await SourceFile.all(in: "Sources/RetimeMedia", "Sources/RetimeSystem") {
      for line in file.lines
      where Self.code(line).contains(/\)\s*throws\s*(->|\{|in\b|$)/)
        && !line.contains(/(encoder: any Encoder|decoder: any Decoder)/)
      {
        Issue.record("\(file): \(line)")
      }
    }
  }

  @Test func `Tests do not sleep`() async throws {
    let call = "sle" + "ep("
    for file in try await SourceFile.all(in: "Tests") {
      #expect(!file.lines.contains { $0.contains(call) }, "\(file)")
    }
  }

  /// A time limit ends a hang: on a busy machine everything takes twenty times as long, and is correct all the same.
  @Test func `Tests do not depend on a clock`() async throws {
    let clocks = ["Continuous" + "Clock", "Suspending" + "Clock", "Date" + "()"]
    for file in try await SourceFile.all(in: "Tests")
    where file.path != "Tests/Support/MeasuredRun.swift" {
      for line in file.lines
      where clocks.contains(where: line.contains)
        || line.contains("timeLimit") && line.contains(/minutes\([1-9]\)/)
      {
        Issue.record("\(file): \(line)")
      }
    }
  }

  /// A line without its comment.
  private static func code(_ line: String) -> Substring {
    line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line[...]
  }
}
