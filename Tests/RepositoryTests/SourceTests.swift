// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@Suite struct `Every source` {
  /// The folders where C is called, and the one where pixels are read as vectors.
  static let unsafeFolders = [
    "Sources/GStreamer/", "Sources/MotionKernels/", "Sources/Resampling/",
    "Sources/RetimeSystem/", "Sources/SQLite/", "Sources/SoundFile/", "gst/RetimePlugin/",
  ]

  @Test func `begins with its licence`() async throws {
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

  @Test func `can be read at one sitting`() async throws {
    for file in try await SourceFile.all(in: "Sources", "Tests", "gst", "benchmarks") {
      #expect(file.lines.count <= 300, "\(file) has \(file.lines.count) lines")
    }
  }

  @Test func `is unsafe only where C is called or vectors are read`() async throws {
    for file in try await SourceFile.all(in: "Sources", "gst")
    where !Self.unsafeFolders.contains(where: file.path.hasPrefix) {
      for line in file.lines where Self.code(line).contains(/\bunsafe\b|\bUnsafe\w+|@unchecked/) {
        Issue.record("\(file): \(line)")
      }
    }
  }

  @Test func `puts nothing off`() async throws {
    let words = ["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"]
    for file in try await SourceFile.all(in: "Sources", "Tests", "gst", "benchmarks") {
      for line in file.lines where words.contains(where: line.contains) {
        Issue.record("\(file): \(line)")
      }
    }
  }

  @Test func `runs without a trap that the compiler would not see`() async throws {
    for file in try await SourceFile.all(in: "Sources") {
      for line in file.lines where Self.code(line).contains(/\b(try!|fatalError\(|as!)/) {
        Issue.record("\(file): \(line)")
      }
    }
  }

  /// `DiskAccess` is lent out on threads that may wait alone; what goes round it would block Swift's cooperative pool.
  @Test func `of the studio reaches the disk by way of DiskAccess alone`() async throws {
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

  /// A catch that does not know what it may catch can take one failure for another, and lose its reason.
  @Test func `of the jobs says which errors it throws`() async throws {
    for file in try await SourceFile.all(in: "Sources/RetimeMedia", "Sources/RetimeSystem") {
      for line in file.lines
      where Self.code(line).contains(/\)\s*throws\s*(->|\{|in\b|$)/)
        && !line.contains(/(encoder: any Encoder|decoder: any Decoder)/)
      {
        Issue.record("\(file): \(line)")
      }
    }
  }

  @Test func `that tests does not sleep`() async throws {
    let call = "sle" + "ep("
    for file in try await SourceFile.all(in: "Tests") {
      #expect(!file.lines.contains { $0.contains(call) }, "\(file)")
    }
  }

  /// A limit ends what hangs: on a busy machine everything takes twenty times as long, and is as right as before.
  @Test func `that tests goes by no clock`() async throws {
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
