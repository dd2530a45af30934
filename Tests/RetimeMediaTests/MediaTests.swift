// SPDX-License-Identifier: MPL-2.0

import Dispatch
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

/// All tests that run whole jobs.
@Suite(.timeLimit(.minutes(10))) struct `Media jobs` {
  /// Fast H.264 settings of ffmpeg.
  static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]

  /// Runs a blocking function on a thread of its own.
  static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
    }
  }

  /// A request for a factor, changed by `change`.
  static func request(
    _ input: String,
    _ output: String,
    factor: String,
    _ change: (inout JobRequest) throws -> Void = { _ in }
  ) throws -> JobRequest {
    var request = JobRequest(
      input: input,
      output: output,
      amount: .factor(try Factor(parsing: factor))
    )
    try change(&request)
    return request
  }

  /// Scales a file with the request of `request`.
  @discardableResult
  static func scale(
    _ input: String,
    _ output: String,
    factor: String,
    _ change: (inout JobRequest) throws -> Void = { _ in }
  ) async throws -> Report {
    let request = try request(input, output, factor: factor, change)
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await onThread { try Retime.run(request, cancellation: cancellation) }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// The plan of a job.
  static func plan(_ request: JobRequest) async throws -> Plan {
    try await onThread { try Retime.plan(request) }
  }

  /// The plan of the request of `request`.
  static func plan(
    _ input: String,
    _ output: String,
    factor: String,
    _ change: (inout JobRequest) throws -> Void = { _ in }
  ) async throws -> Plan {
    try await plan(request(input, output, factor: factor, change))
  }

  /// Runs a job.
  @discardableResult
  static func run(_ request: JobRequest) async throws -> Report {
    try await onThread { try Retime.run(request) }
  }

  /// The error of a job that must fail.
  static func failure(
    of request: JobRequest,
    cancellation: Cancellation = Cancellation(),
    onProgress: @escaping @Sendable (JobProgress) -> Void = { _ in }
  ) async throws -> RetimeError? {
    do {
      _ = try await onThread {
        try Retime.run(request, cancellation: cancellation, onProgress: onProgress)
      }
      return nil
    } catch let error as RetimeError {
      return error
    }
  }
}
