// SPDX-License-Identifier: MPL-2.0

extension Retime {
  /// Reads a whole source and returns its closed captions that have text, by stream identifier.
  static func captions(
    of whole: SourceReference,
    _ request: JobRequest,
    _ job: WatchedJob
  ) throws(RetimeError) -> [String: [CaptionService]] {
    let scanner = try Scanner.opened(
      whole,
      hearsSound: false,
      stallTimeout: .seconds(request.stallTimeout),
      cancellation: job.cancellation
    )
    defer { scanner.close() }
    return scanner.result(counts: try scanner.count() ?? [:]).captions
  }
}
