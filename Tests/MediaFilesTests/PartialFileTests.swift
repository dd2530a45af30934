// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeSystem
import TestSupport
import Testing

@Suite struct `Files that become others` {
  @Test func `are not removed by a search for abandoned files while in use`() async throws {
    let folder = try TemporaryFolder()
    // Each makes files that nobody else makes, and looks each time for what the dead have left. A program that another test
    // starts may have a file open a little longer than this process, so no name comes twice.
    await withTaskGroup(of: Int.self) { group in
      for maker in 0..<4 {
        group.addTask {
          (0..<100).count { number in
            let path = folder.file("\(maker)-\(number).wav")
            return (try? PartialFile(becoming: path, isAlone: true)) == nil
          }
        }
      }
      for await refused in group { #expect(refused == 0) }
    }
  }

  @Test func `are one maker's at a time`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.wav")
    let first = try PartialFile(becoming: path, isAlone: true)
    do {
      _ = try PartialFile(becoming: path, isAlone: true)
      Issue.record("two may make the same file")
    } catch {
      #expect(error.isInUse)
    }
    #expect(FileManager.default.fileExists(atPath: first.path), "it was not swept away")
  }

  @Test func `are free as soon as their lock is released, also while a program is being started`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("lock")
    let lock = try FileLock(path)
    // A process that is being started has the same open file until it runs its program.
    let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      .compactMap { Int32($0) }
    let own = numbers.filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
    }
    let copy = dup(try #require(own.first))
    defer { close(copy) }
    do {
      _ = try FileLock(path)
      Issue.record("two may have the same lock")
    } catch {
      #expect(error.isInUse)
    }
    lock.release()
    _ = try FileLock(path)
  }
}
