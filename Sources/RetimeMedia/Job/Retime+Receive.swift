// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

extension Retime {
  /// Receives the input of a request from the network into a file that other processes can read.
  ///
  /// Blocks until the input, its limit or the user ends it. A failure leaves no file.
  package static func receive(
    _ request: JobRequest,
    into path: String,
    cancellation: Cancellation = Cancellation(),
    onProgress: (JobProgress) -> Void = { _ in }
  ) throws(RetimeError) {
    try WatchedJob.run(
      request.input,
      stallTimeout: .seconds(request.stallTimeout),
      cancellation,
      onProgress: onProgress
    ) { job throws(RetimeError) in
      try initialize(request.input, job)
      let input = try SpooledInput(request, job)
      guard let received = input.path else { return }
      try job.patiently { () throws(RetimeError) in
        do throws(SystemError) {
          try PartialFile.copy(received, to: path)
        } catch {
          throw RetimeError(.inputOutput, "'\(path)' cannot be written: \(error)")
        }
      }
    }
  }
}

extension SpooledInput {
  /// Opens the input of a request.
  convenience init(_ request: JobRequest, _ job: WatchedJob) throws(RetimeError) {
    let takesOne =
      switch request.amount {
      case .duration, .matched: true
      case .asMapped, .factor, .conformed, .every: false
      }
    let following = try request.following.map { (source) throws(RetimeError) in
      try SpooledInput(request.alone(source), job)
    }
    try self.init(
      request.input,
      stillRate: request.inputFrameRate,
      stillTimes: request.stillTimes,
      takesOneStill: takesOne,
      stallTimeout: .seconds(request.stallTimeout),
      end: request.receivedDuration ?? request.end,
      following: following,
      job.cancellation,
      onProgress: { job.tell(.progress($0)) }
    )
  }
}
