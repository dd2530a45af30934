// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Plan {
  /// Reads the attachments of the plan from the source.
  ///
  /// Opens the source if there are any. Blocks.
  func readAttachments(_ cancellation: Cancellation) throws(RetimeError) -> [SourceMetadata
    .Attachment]
  {
    guard !metadata.attachments.isEmpty else { return [] }
    let scanner = try Scanner.opened(
      SourceReference(input, uri: uri, isPushed: isPushed),
      stallTimeout: .seconds(30),
      cancellation: cancellation
    )
    defer { scanner.close() }
    let all = Dictionary(grouping: scanner.result().metadata.attachments, by: \.tag)
    return metadata.attachments.compactMap { wanted in
      guard let of = all[wanted.tag], of.indices.contains(wanted.index),
        of[wanted.index].data.bytes.count == wanted.byteCount
      else { return nil }
      return of[wanted.index]
    }
  }
}
