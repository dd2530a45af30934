// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem

extension Retime {
  /// Draws the optical flow from a frame of a file's first video track to the next frame, as PNG.
  ///
  /// The image is complete at `request.output` when this returns, or nothing has changed.
  ///
  /// Blocks; does not read the whole file. `onTemporaryFile` is called on the job's own thread.
  package static func flow(
    _ request: FlowRequest,
    cancellation: Cancellation = Cancellation(),
    onTemporaryFile: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(RetimeError) -> FlowReport {
    let patience = Duration.seconds(request.stallTimeout)
    return try WatchedJob.run(request.input, stallTimeout: patience, cancellation) {
      job throws(RetimeError) in
      try job.make(
        request.output,
        replaces: request.overwrites,
        input: request.input,
        onTemporaryFile: onTemporaryFile
      ) { file throws(RetimeError) in
        try initialize(request.input, job)
        let picture = try drawn(request, patience, job.cancellation)
        try PNGFile(path: file.temporaryPath, name: request.output).write(
          picture.picture,
          stallTimeout: patience,
          cancellation: job.cancellation
        )
        return picture.report
      }
    }
  }

  private static func drawn(
    _ request: FlowRequest,
    _ patience: Duration,
    _ cancellation: Cancellation
  ) throws(RetimeError) -> (picture: FlowDrawing, report: FlowReport) {
    let spool = try SpooledInput(request.input, stallTimeout: patience, cancellation)
    var source = try SourceReference(request.input, spool)
    try source.trim(from: request.time, to: nil, stallTimeout: patience, cancellation)
    let look = try FrameExtractor(source, patience: patience, cancellation)
    let caps = try caps(request)
    let pictures = try look.pictures(2, caps: caps)
    guard pictures.count == 2, pictures[0].caps.isEqual(to: pictures[1].caps) else {
      throw RetimeError(
        .badInput,
        "'\(request.input)' has no two consecutive frames of the same size from \(request.time.seconds) s on: choose an earlier "
          + "--at"
      )
    }
    let motion = try motion(pictures, request)
    let picture = FlowDrawing(pictures[0], motion, at: request.time)
    let report = FlowReport(
      output: request.output,
      width: picture.width,
      height: picture.height,
      kind: motion.kind,
      mean: motion.mean,
      most: motion.most,
      trust: motion.trust
    )
    return (picture, report)
  }

  private static func caps(_ request: FlowRequest) throws(RetimeError) -> Caps {
    do {
      return try Caps(TickFrames.caps)
    } catch {
      throw RetimeError(error, side: .input, name: request.input)
    }
  }

  private static func motion(
    _ pictures: [TransferredFrame],
    _ request: FlowRequest
  ) throws(RetimeError) -> FrameMotion {
    do {
      var maker = TickFrames(TickFrames.Settings(flow: request.quality))
      maker.setLayout(pictures[0].caps)
      return try maker.motion(
        from: SharedFrame(pictures[0].buffer.sharingMemory()),
        to: SharedFrame(pictures[1].buffer.sharingMemory())
      )
    } catch {
      throw RetimeError(error, side: .input, name: request.input)
    }
  }
}
