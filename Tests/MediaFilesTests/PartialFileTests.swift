// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeSystem
import TestSupport
import Testing

@Suite struct `Partial files` {
  @Test func `A search for abandoned files keeps those of running threads`() async throws {
    let folder = try TemporaryFolder()
    // Each task creates files of its own, and looks for abandoned ones each time. A program started by another test may
    // keep a file open a little longer than this process, so no name is used twice.
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

  @Test func `A partial file has one writer at a time`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.wav")
    let first = try PartialFile(becoming: path, isAlone: true)
    do {
      _ = try PartialFile(becoming: path, isAlone: true)
      Issue.record("two may make the same file")
    } catch {
      #expect(error.isInUse)
    }
    #expect(FileManager.default.fileExists(atPath: first.path), "It was not removed.")
  }

  @Test func `A released lock is free, even while a process is being started`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("lock")
    let lock = try FileLock(path)
    // A process that is being started has the same open file until it executes its program.
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
