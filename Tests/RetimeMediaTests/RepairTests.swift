// SPDX-License-Identifier: MPL-2.0

import GStreamerRepairs
import TestSupport
import Testing

@Suite struct Repairs {
  @Test func `The documentation's table lists each repair, in order`() throws {
    let table = try Repository.text(of: "docs/gstreamer-repairs.md").split(separator: "\n")
      .filter { $0.hasPrefix("| ") }.dropFirst()
      .map { $0.split(separator: "|").map { $0.trimmingPrefix(" ").split(separator: " ")[0] } }
    #expect(table.map { "\($0[0])" } == Repair.all.map(\.name))
    for (line, repair) in zip(table, Repair.all) {
      #expect(line[1].hasPrefix(repair.element), "\(repair.name)")
    }
  }

  @Test func `A repair applies to plugins older than the first one without the fault`() {
    #expect(Version("1.22.0") == Version(1, 22) && Version("1.26") == Version(1, 26))
    #expect(Version("1.26.2") == Version(1, 26, 2) && Version("1.26.2.1") == Version(1, 26, 2))
    #expect(Version(1, 9) < Version(1, 22) && Version(1, 26, 10) < Version(2, 0))
    #expect(Version(1, 26, 2) < Version(1, 26, 10) && Version(1, 26, 10) < Version(1, 28))
    #expect(Version("") == nil && Version("one.two") == nil && Version("1") == nil)
    for repair in Repair.all where repair.fixedIn == nil && repair.since == nil {
      #expect(repair.isNeeded)
    }
  }
}
