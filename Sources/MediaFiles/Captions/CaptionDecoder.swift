// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The decoder of one channel of CEA-608 captions (47 CFR 15.119, ANSI/CTA-608-E).
///
/// Characters that are added to a row belong to one cue. A roll-up cue stays until the first
/// character of the next row.
struct CaptionDecoder {
  /// Whether cues mark italics with SubRip's tags.
  private let marksItalics: Bool

  /// The caption style.
  private enum Mode { case popOn, paintOn, rollUp(rows: Int) }

  private var mode: Mode?
  /// Whether characters belong to the text service of the channel, which is no captions.
  private var isText = false
  private var displayed = CaptionScreen(), loaded = CaptionScreen()
  private var row = CaptionScreen.rowCount - 1, column = 0
  private var isItalic = false
  /// The cues that have ended, and the one that is shown.
  private var ended: [CaptionCue] = [], shown: CaptionCue?
  /// Whether the next character belongs to the shown cue.
  private var isGrowing = false

  /// Creates a decoder without captions.
  init(marksItalics: Bool) { self.marksItalics = marksItalics }

  /// Returns all cues, the last of which lasts until `end`.
  func cues(until end: StreamTime) -> [CaptionCue] {
    var last = self
    last.endCue(at: end)
    return last.ended
  }

  // MARK: - Characters

  /// Writes a character at the cursor.
  mutating func write(_ character: Character, at time: StreamTime) {
    guard !isText else { return }
    // The cursor stays at the last column, whose character is replaced.
    let place = min(column, CaptionScreen.columnCount - 1)
    let (row, isItalic) = (row, isItalic)
    change(at: time) { $0.write(character, isItalic: isItalic, row: row, column: place) }
    column = place + 1
  }

  private mutating func backspace(at time: StreamTime) {
    guard !isText else { return }
    column = max(0, column - 1)
    let (row, column) = (row, column)
    change(at: time) { $0.erase(row: row, column: column) }
  }

  // MARK: - Control codes

  /// Obeys a control code of this channel, as of the first channel of the first field.
  mutating func obey(_ first: UInt8, _ second: UInt8, at time: StreamTime) {
    switch (first, second) {
    case (_, 0x40...0x7f): address(first, second)
    case (0x11, 0x20...0x2f):
      // A mid-row code is shown as a space.
      isItalic = marksItalics && second & 0x0e == 0x0e
      write(" ", at: time)
    case (0x11, 0x30...0x3f): write(CaptionCharacters.special(second), at: time)
    case (0x12...0x13, 0x20...0x3f):
      // It replaces the character that older decoders show.
      backspace(at: time)
      write(CaptionCharacters.extended(first, second), at: time)
    case (0x17, 0x21...0x23):
      column = min(column + Int(second & 3), CaptionScreen.columnCount - 1)
    case (0x14...0x15, 0x20...0x2f): command(second, at: time)
    default: break
    }
  }

  /// Moves the cursor to the row and the indent of a preamble address code.
  private mutating func address(_ first: UInt8, _ second: UInt8) {
    guard !isText else { return }
    let new = Self.rows[Int(first & 7) * 2 + (second & 0x20 == 0 ? 0 : 1)] - 1
    if case .rollUp(let height) = mode, new != row {
      displayed.move(base: row, to: new, height: height)
    }
    (row, column) = (new, 0)
    isItalic = marksItalics && second & 0x1e == 0x0e
    if second & 0x10 != 0 { column = Int(second & 0x0e) * 2 }
  }

  /// The rows from 1 that the first bytes 0x10 to 0x17 of a preamble address code select.
  private static let rows = [11, 11, 1, 2, 3, 4, 12, 13, 14, 15, 5, 6, 7, 8, 9, 10]

  private mutating func command(_ code: UInt8, at time: StreamTime) {
    switch code {
    case 0x20, 0x25...0x27, 0x29, 0x2f: isText = false
    case 0x2a, 0x2b: isText = true
    default: break
    }
    switch code {
    case 0x20: mode = .popOn
    case 0x21: backspace(at: time)
    case 0x24 where !isText:
      let (row, column) = (row, column)
      change(at: time) { $0.erase(row: row, column: column, toEnd: true) }
    case 0x25...0x27: rollUp(Int(code) - 0x23, at: time)
    case 0x28: write(" ", at: time)  // Flash on.
    case 0x29: mode = .paintOn
    case 0x2c:
      endCue(at: time)
      displayed = CaptionScreen()
    case 0x2d where !isText: returnCarriage()
    case 0x2e: loaded = CaptionScreen()
    case 0x2f:
      mode = .popOn
      swap(&displayed, &loaded)
      show(at: time)
    default: break
    }
  }

  private mutating func rollUp(_ height: Int, at time: StreamTime) {
    if case .rollUp = mode {
      mode = .rollUp(rows: height)
      return
    }
    endCue(at: time)
    (displayed, loaded) = (CaptionScreen(), CaptionScreen())
    (mode, row, column, isItalic) = (.rollUp(rows: height), CaptionScreen.rowCount - 1, 0, false)
  }

  private mutating func returnCarriage() {
    guard case .rollUp(let height) = mode else { return }
    displayed.roll(base: row, height: height)
    (column, isItalic, isGrowing) = (0, false, false)
  }

  // MARK: - Cues

  /// Changes the memory that the mode writes to.
  private mutating func change(at time: StreamTime, _ body: (inout CaptionScreen) -> Void) {
    switch mode {
    case .popOn: body(&loaded)
    case .paintOn, .rollUp:
      body(&displayed)
      if isGrowing, shown != nil { shown?.text = displayed.text } else { show(at: time) }
      isGrowing = true
    case nil: break
    }
  }

  /// Ends the shown cue and starts one with the displayed text.
  private mutating func show(at time: StreamTime) {
    endCue(at: time)
    let text = displayed.text
    if !text.isEmpty { shown = CaptionCue(start: time, end: time, text: text) }
  }

  private mutating func endCue(at time: StreamTime) {
    if var cue = shown, time > cue.start, !cue.text.isEmpty {
      cue.end = time
      ended.append(cue)
    }
    (shown, isGrowing) = (nil, false)
  }
}
