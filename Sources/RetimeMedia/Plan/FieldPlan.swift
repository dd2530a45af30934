// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

/// What becomes of the fields of a track's pictures.
struct FieldPlan {
  let deinterlacing: JobRequest.Deinterlacing
  let playback: Playback
  /// What the pictures are like; nil where none was decoded.
  let source: SourceColors?

  /// What the run does with them.
  var fields: Plan.Fields {
    switch deinterlacing {
    case .on: .forced
    case .automatic: .whole
    case .off: playback == .backward ? .turned : .kept
    }
  }

  /// The caps that deinterlacing takes, where pictures need it; nil for what the decoder gives.
  var form: String? {
    let isDone = fields == .forced || fields == .whole && source?.isInterlaced == true
    return isDone ? PictureDeinterlacer.caps : nil
  }

  /// What people should know is changed.
  var changed: String? {
    guard source?.isInterlaced == true || fields == .forced else { return nil }
    switch fields {
    case .whole, .forced: return "it is deinterlaced: each picture is made of its first field"
    case .turned: return "its fields stay, in the opposite order"
    case .kept: return nil
    }
  }

  /// What people should know is lost, where a stream does or does not say which pictures are of two fields.
  func lost(signals: PictureFacets) -> String? {
    guard source?.isInterlaced == true, fields == .kept || fields == .turned else { return nil }
    guard signals.contains(.fields) else {
      return "that its pictures are of two fields; they will show combs"
    }
    return playback == .boomerang ? "the order of its fields, while it is played backwards" : nil
  }
}
