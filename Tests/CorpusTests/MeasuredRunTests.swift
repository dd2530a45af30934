// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@Suite struct `A measured run` {
  static func run(_ script: String, seconds: Int = 60) throws -> MeasuredRun {
    try MeasuredRun(["bash", "-c", script], in: "/", limits: .init(seconds: seconds))
  }

  @Test func `Output and exit status are separate`() throws {
    let run = try Self.run("echo out; echo one >&2; echo two >&2; exit 7")
    #expect(run.status == 7)
    #expect(run.output == "out\n")
    #expect(run.errorLines == ["one", "two"])
    #expect(!run.timedOut)
  }

  @Test func `The status contains the signal that killed a program`() throws {
    #expect(try Self.run("kill -SEGV $$").status == 128 + 11)
  }

  @Test func `A program that does not end is killed`() throws {
    let run = try Self.run("while :; do :; done", seconds: 1)
    #expect(run.timedOut)
  }

  @Test func `The peak memory of a program is measured`() throws {
    // Linux includes the memory of the process that started it, so there is no upper bound here.
    let large = try Self.run("text=$(head -c 80000000 /dev/zero | tr '\\0' x)").peakMegabytes
    #expect(large > 76, "\(large) MB")
  }
}
