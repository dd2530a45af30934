// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  /// The manual pages and completions that `scripts/packaging/share.py` generates for the built programs.
  @Suite(.timeLimit(.minutes(10))) struct `Manual pages and completions` {
    /// A prefix with manual pages and completions.
    static func prefix() async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      let script = Repository.file("scripts/packaging/share.py")
      try await Program.succeed("python3", ["-B", script, executable, folder.path])
      return folder
    }

    /// The pages below a prefix, as `man1/retime.1`.
    private static func pages(_ prefix: TemporaryFolder) throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: prefix.file("share/man"))
        .filter { $0.contains(".") }
    }

    @Test func `Manual pages pass mandoc's lint`() async throws {
      let prefix = try await Self.prefix()
      let pages = try Self.pages(prefix)
      #expect(pages.count > 20)
      for page in pages {
        let path = prefix.file("share/man/\(page)")
        let lint = try await Program.run("mandoc", ["-T", "lint", "-W", "warning", path])
        #expect(lint.status == 0 && lint.text.isEmpty, "\(lint.text)")
        let shown = try await Program.run(
          "man",
          ["--warnings", "-l", path],
          environment: ["MANWIDTH": "80", "LC_ALL": "C.UTF-8"]
        )
        #expect(shown.status == 0 && shown.errors.isEmpty, "\(page): \(shown.errors)")
        #expect(shown.text.contains("SEE ALSO"), "\(page)")
      }
    }

    @Test func `Each option of help is in its manual page`() async throws {
      let prefix = try await Self.prefix()
      for page in try Self.pages(prefix) where page.hasPrefix("man1/") {
        let name = page.dropFirst("man1/".count).dropLast(".1".count)
        let words = name.split(separator: "-").dropFirst().map(String.init)
        let help = try await retime(words + ["--help"]).text
        let options = help.matches(of: /(?m)^  (?:-\w, )?(--[a-z-]+)/).map { String($0.1) }
        #expect(!options.isEmpty, "\(name)")
        let text = try await Program.run(
          "man",
          ["-l", prefix.file("share/man/\(page)")],
          environment: ["MANWIDTH": "1000", "LC_ALL": "C.UTF-8"]
        ).text
        for option in options {
          #expect(text.contains("\(option)\n") || text.contains("\(option) "), "\(name) \(option)")
        }
        for title in ["SYNOPSIS", "ENVIRONMENT", "EXIT STATUS"] {
          #expect(text.contains("\n\(title)\n"), "\(name) has no \(title)")
        }
      }
    }

    @Test func `The help lists all exit codes`() async throws {
      let help = try await retime(["--help"]).text
      let source = try Repository.text(of: "Sources/RetimeMedia/Base/RetimeError.swift")
      let statuses = source.matches(of: /case \w+ = (\d+)/).map(\.1)
      #expect(statuses.count >= 9)
      for status in statuses { #expect(help.contains("\n  \(status) "), "\(status)") }
    }

    /// The words after `retime`, up to the cursor, and the completions of the last one.
    private static let words: [(words: [String], offered: [String])] = [
      (["--fra"], ["--frames"]),
      (["in.mp4", "out.mp4", "--fra"], ["--frames"]),
      (["in.mp4", "out.mp4", "--frames", "n"], ["nearest", "next"]),
      (["in.mp4", "out.mp4", "--at", "3=1", "--at", "4=1/4", "--fra"], ["--frames"]),
      (["in.mp4", "out.mp4", "--fps", "v"], ["vfr"]),
      (["scale", "in.mp4", "out.mp4", "--copy"], ["--copy-video"]),
      (["reverse", "in.mp4", "out.mp4", "--boo"], ["--boomerang"]),
      (["reve"], ["reverse"]),
      (["clip"], ["clip of mine.mp4"]),
      (["clip", "clip"], ["clip of mine.mp4"]),
      (["in.mp4", "out.mp4", "--map", "clip"], ["clip of mine.mp4"]),
      (["help", "map"], ["maps"]),
      (["help", "sc"], ["scale"]),
      (["farm", "st"], ["status"]),
      (["studio", "--po"], ["--port"]),
      (["studio", ".", "--port", "0", "--no"], ["--no-open"]),
    ]

    /// The same words after each program.
    static let completions: [(program: String, words: [String], offered: [String])] =
      words.map { ("retime", $0.words, $0.offered) }
      + [
        ("retime-studio", ["--po"], ["--port"]),
        ("retime-studio", [".", "--port", "0", "--no"], ["--no-open"]),
      ]

    /// The installed files, and a folder with a file to complete.
    private static func completed() async throws -> (
      prefix: TemporaryFolder, folder: TemporaryFolder
    ) {
      let folder = try TemporaryFolder()
      _ = try folder.write([], to: "clip of mine.mp4")
      return (try await prefix(), folder)
    }

    @Test func `Completion works in bash`() async throws {
      let (prefix, folder) = try await Self.completed()
      // The words as bash's readline splits them: at = too.
      let script = #"""
        source "$1/$2"; program=$2; shift 2
        [[ $(complete -p $program) == "complete -o filenames -F "*" $program" ]] || exit 1
        function=$(complete -p $program | sed 's/.*-F \([^ ]*\) .*/\1/')
        COMP_WORDS=($program "$@") COMP_CWORD=$# COMP_LINE="${COMP_WORDS[*]}" COMP_POINT=${#COMP_LINE}
        "$function" $program "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}"
        """#
      let files = prefix.file("share/bash-completion/completions")
      for (program, words, offered) in Self.completions {
        let parts = words.flatMap { word in
          word.replacing("=", with: " = ").split(separator: " ").map(String.init)
        }
        let result = try await Program.run(
          "bash",
          ["--norc", "-c", script, "bash", files, program] + parts,
          in: folder.path
        )
        #expect(result.status == 0 && result.errors.isEmpty, "\(words): \(result.errors)")
        #expect(result.text.split(separator: "\n").map(String.init).sorted() == offered, "\(words)")
      }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/fish")))
    func `Completion works in fish`() async throws {
      let (prefix, folder) = try await Self.completed()
      for (program, words, offered) in Self.completions {
        let file = prefix.file("share/fish/vendor_completions.d/\(program).fish")
        let line = ([program] + words).joined(separator: " ")
        let result = try await Program.run(
          "fish",
          ["--no-config", "-c", "source '\(file)'; complete -C '\(line)'"],
          in: folder.path,
          environment: ["HOME": folder.path]
        )
        #expect(result.status == 0 && result.errors.isEmpty, "\(words): \(result.errors)")
        let all: [String] = result.text.split(separator: "\n").map { line in
          String(line.prefix { $0 != "\t" }.replacing("\\", with: ""))
        }
        // fish 4 appends those that contain the letters in this order.
        let found = all.filter { $0.hasPrefix(words.last ?? "") }
        #expect(found.sorted() == offered, "\(words)")
      }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zsh")))
    func `Completion works in zsh`() async throws {
      let (prefix, folder) = try await Self.completed()
      // zsh in a pseudo-terminal: it echoes what is typed with the completion.
      let script = #"""
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "unsetopt beep; PS1=READY\\>; fpath=($1 \$fpath); autoload -U compinit; compinit -D -u; stty columns 200"
        zpty -r shell text '*READY>*'
        zpty -w -n shell "$2"$'\t\n'
        zpty -r shell text '*READY>*'
        print -r -- "$text"
        """#
      let functions = prefix.file("share/zsh/site-functions")
      for (program, words, offered) in Self.completions where offered.count == 1 {
        let result = try await Program.run(
          "zsh",
          ["-f", "-c", script, "zsh", functions, ([program] + words).joined(separator: " ")],
          in: folder.path,
          environment: ["HOME": folder.path, "TERM": "dumb"]
        )
        let shown = offered[0].replacing(" ", with: "\\ ")
        #expect(result.text.contains(shown), "\(words): \(result.text) \(result.errors)")
      }
    }
  }
}
