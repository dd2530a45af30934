// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeSystem
import TestSupport
import Testing

@Suite struct `Files that become others` {
  @Test func `are not taken for another's while somebody looks for abandoned ones`() async throws {
    let folder = try TemporaryFolder()
    // Each makes a file of its own, over and over, and looks for what the dead have left each time.
    await withTaskGroup(of: Int.self) { group in
      for maker in 0..<4 {
        group.addTask {
          (0..<500).count { _ in
            (try? PartialFile(becoming: folder.file("\(maker).wav"), isAlone: true)) == nil
          }
        }
      }
      for await refused in group { #expect(refused == 0) }
    }
  }

  @Test func `are one maker's at a time, and whoever comes after a dead one goes on`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.wav")
    var first: PartialFile? = try PartialFile(becoming: path, isAlone: true)
    let name = try #require(first?.path)
    do {
      _ = try PartialFile(becoming: path, isAlone: true)
      Issue.record("two may make the same file")
    } catch {
      #expect(error.isInUse)
    }
    #expect(FileManager.default.fileExists(atPath: name), "it was not swept away")
    // Nobody holds it any more, as where a process was killed.
    first = nil
    #expect(FileManager.default.fileExists(atPath: name))
    let second = try PartialFile(becoming: path, isAlone: true)
    #expect(second.path == name)
  }
}
