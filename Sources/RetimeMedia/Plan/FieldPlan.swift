// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore

/// The handling of the fields of a track's interlaced frames.
struct FieldPlan {
  let deinterlacing: JobRequest.Deinterlacing
  let playback: Playback
  /// The properties of the source's frames; nil if none was decoded.
  let source: SourceColors?

  /// The handling that the plan states.
  var fields: Plan.Fields {
    switch deinterlacing {
    case .on: .forced
    case .automatic: .whole
    case .off: playback == .backward ? .turned : .kept
    }
  }

  /// The caps that the deinterlacer takes, if it is needed; nil for the decoder's output caps.
  var form: String? {
    let isDone = fields == .forced || fields == .whole && source?.isInterlaced == true
    return isDone ? FrameDeinterlacer.caps : nil
  }

  /// The field order of the result, if its frames keep their fields; nil if it is unknown or changes.
  var order: FieldOrder? {
    guard let order = source?.order else { return nil }
    switch fields {
    case .whole, .forced: return nil
    case .kept: return order
    case .turned: return playback == .boomerang ? nil : order.opposite
    }
  }

  /// The change to report to the user; nil for none.
  var changed: String? {
    guard source?.isInterlaced == true || fields == .forced else { return nil }
    switch fields {
    case .whole, .forced: return "it is deinterlaced: each frame is computed from its first field"
    case .turned: return "its fields are kept, in the opposite order"
    case .kept: return nil
    }
  }

  /// Returns the loss to report to the user, given the properties that the result can signal.
  func lost(signals: VideoProperties) -> String? {
    guard source?.isInterlaced == true, fields == .kept || fields == .turned else { return nil }
    guard signals.contains(.fields) else {
      return "that its frames are interlaced; they will show combing"
    }
    return playback == .boomerang ? "the order of its fields, while it is played backwards" : nil
  }
}
