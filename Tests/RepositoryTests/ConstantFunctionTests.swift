// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

/// C functions declared as `__attribute__((const))`, or GLib's `G_GNUC_CONST`.
///
/// Such a function promises to read no memory, so the optimizer may free what a pointer argument points to before the
/// call. GStreamer gives the attribute to functions that read strings.
@Suite struct `C functions declared constant` {
  @Test func `A constant C function is never called with a pointer`() async throws {
    let constant = try await Self.constantFunctionsOfPointers()
    // An empty list would prove nothing: this one is in GStreamer's headers.
    #expect(constant.contains("gst_audio_format_from_string"))
    for file in try await SourceFile.all(in: "Sources", "gst")
    where `Every source`.unsafeFolders.contains(where: file.path.hasPrefix) {
      // A call with a pointer is marked, or the strict memory safety of the build refuses it.
      for line in file.lines where line.contains("unsafe") {
        for name in constant where line.contains("\(name)(") {
          Issue.record("\(file): declare \(name) without the attribute, as shim.h does: \(line)")
        }
      }
    }
  }

  /// The names of all such functions that take a pointer, in every header that a C module of the package includes.
  private static func constantFunctionsOfPointers() async throws -> Set<String> {
    let shims = try await Repository.files().filter { $0.hasSuffix("/shim.h") }
    let includes = shims.flatMap { ["-include", Repository.file($0)] }
    let flags = try await Program.succeed(
      "pkg-config",
      [
        "--cflags", "gstreamer-pbutils-1.0", "gstreamer-app-1.0", "gstreamer-tag-1.0",
        "gstreamer-video-1.0", "gstreamer-audio-1.0", "sndfile", "soxr", "sqlite3",
      ]
    ).text.split { $0.isWhitespace }.map(String.init)
    let tree = try await Program.succeed(
      "clang",
      ["-x", "c", "-w", "-fsyntax-only", "-Xclang", "-ast-dump"] + flags + includes + ["/dev/null"]
    ).text
    var names: Set<String> = []
    var function: Substring?
    for line in tree.split(separator: "\n") {
      if line.hasPrefix("|-") {
        function = line.hasPrefix("|-FunctionDecl") ? line : nil
      } else if let declaration = function, line.hasPrefix("| "), line.contains("-ConstAttr"),
        let parts = declaration.firstMatch(of: /(\w+) '[^'(]*\(([^']*)'/), parts.2.contains("*")
      {
        names.insert(String(parts.1))
      }
    }
    return names
  }
}
