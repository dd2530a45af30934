// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Asynchronous jobs` {
    private static let clip = Repository.file("media/rabbit-small.webm")

    private static func request(_ output: String) throws -> JobRequest {
      JobRequest(input: clip, output: output, amount: .factor(try Factor(parsing: "2")))
    }

    @Test func `A job sends its plan before any progress and then ends its events`() async throws {
      let folder = try TemporaryFolder()
      let job = Retime.Job(try Self.request(folder.file("out.webm")))
      var (plans, early, last) = (0, 0, 0.0)
      for await event in job.events {
        switch event {
        case .plan: plans += 1
        case .progress(let progress) where progress.phase == .making:
          if plans == 0 { early += 1 }
          last = progress.fraction
        default: break
        }
      }
      #expect(plans == 1 && early == 0 && last <= 1)
      let report = try await job.report
      #expect(try await job.report == report, "The report can be awaited twice.")
    }

    @Test func `A job finishes without a consumer of its events`() async throws {
      let folder = try TemporaryFolder()
      let report = try await Retime.Job(try Self.request(folder.file("out.webm"))).report
      #expect(report.duration > 1)
    }

    @Test(arguments: [true, false])
    func `Cancelling the awaiting task cancels the job`(byEvents: Bool) async throws {
      let folder = try TemporaryFolder()
      let job = Retime.Job(try Self.request(folder.file("out.webm")))
      let task = Task {
        if byEvents {
          for await _ in job.events {}
        } else {
          _ = try? await job.report
        }
      }
      task.cancel()
      await task.value
      let error = await #expect(throws: RetimeError.self) { try await job.report }
      #expect(error?.kind == .interrupted)
      #expect(folder.names.isEmpty)
    }

    @Test func `An asynchronous call throws the error of the blocking function`() async throws {
      let error = await #expect(throws: RetimeError.self) {
        try await Retime.perform { try Retime.info("/nowhere", cancellation: $0) }
      }
      #expect(error?.kind == .cannotOpen)
      let info = try await Retime.perform { try Retime.info(Self.clip, cancellation: $0) }
      #expect(info.tracks.count == 2)
    }
  }
}
