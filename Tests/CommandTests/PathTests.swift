// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  /// Paths are bytes: "café" in Latin-1, which is not UTF-8, and characters that encode such bytes.
  @Suite(.timeLimit(.minutes(10))) struct `A path that is not UTF-8` {
    static let names = [#"caf\xe9"#, #"\xff\xfe"#, #"\xf4\x8f\xbf\xa9"#, #"a\xc3"#]

    /// Runs a shell command in a folder with a clip; `$n` is the name and `$r` is Retime.
    private func run(_ line: String, name: String, in folder: TemporaryFolder) async throws
      -> Program.Result
    {
      try await Program.run(
        "bash",
        [
          "-c", "r=$1 n=$'\(name)'; mkdir -p \"d$n\" && cp -n in.mkv \"$n.mkv\" && \(line)", "bash",
          executable,
        ],
        in: folder.path
      )
    }

    @Test(
      arguments: names,
      [
        #""$r" "$n.mkv" "$n.mp4" --factor 1 && [ -s "$n.mp4" ]"#,
        #""$r" "$n.mkv" "d$n/$n.mkv" --factor 1 --preview "$n.jpg" && [ -s "d$n/$n.mkv" ]"#,
        #""$r" "$n.mkv" "d$n/$n.wav" --factor 2 --no-video && [ -s "d$n/$n.wav" ]"#,
        #""$r" reverse "$PWD/$n.mkv" "$PWD/d$n/b.mkv" --verify && [ -s "d$n/b.mkv" ]"#,
        #""$r" copy "$n.mkv" "$n.copy.mkv" && "$r" copy "$n.copy.mkv" "$n.mkv" -y"#,
        #""$r" spectrogram "$n.mkv" "d$n/$n.png" && [ -s "d$n/$n.png" ]"#,
        #""$r" info "$n.mkv" --thumbnail "$n.jpg" --waveform "$n.json" && [ -s "$n.jpg" ] && [ -s "$n.json" ]"#,
        #"ln -s "$n.mp4" "l$n.mp4" && "$r" "$n.mkv" "l$n.mp4" -y --factor 1 && [ -L "l$n.mp4" ] && [ -s "$n.mp4" ]"#,
        #"! "$r" "$n.mkv" "$n.mkv" -y --factor 1 && cmp in.mkv "$n.mkv""#,
      ]
    )
    func `A path is used byte by byte`(name: String, line: String) async throws {
      let folder = try await folderWithClip()
      let result = try await run(line, name: name, in: folder)
      #expect(result.status == 0, "\(result.errors)")
      // An output under another name would be listed here too.
      let all = try await run(
        "export LC_ALL=C; ls -1AR . | grep -avF \"$n\"",
        name: name,
        in: folder
      )
      #expect(
        Set(all.text.split(separator: "\n")).isSubset(of: [".:", "in.mkv", "b.mkv"]),
        "\(all.text)"
      )
    }

    @Test func `A message shows the readable part of a path`() async throws {
      let folder = try await folderWithClip()
      let missing = try await run(
        #""$r" "$n.gone" out.mkv --factor 1"#,
        name: Self.names[0],
        in: folder
      )
      #expect(missing.status == 66)
      #expect(missing.errors.contains("'caf\u{FFFD}.gone' cannot be opened: No such file"))
      let plan = try await run(
        #""$r" "$n.mkv" "$n.mp4" --factor 1 --dry-run --json"#,
        name: Self.names[0],
        in: folder
      )
      #expect(plan.text.contains("caf%E9.mkv"))
    }
  }
}
