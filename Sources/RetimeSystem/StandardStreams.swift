// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The standard streams as bytes, and the size of their terminals.
public enum StandardStreams {
  /// Writes text to standard error, unbuffered; errors are ignored.
  public static func printError(_ text: String) {
    try? Descriptors.write(PathText.shown(text).utf8Span.span, to: 2)
  }

  /// Writes text to standard output, unbuffered.
  public static func print(_ text: String) throws(SystemError) {
    try Descriptors.write(PathText.shown(text).utf8Span.span, to: 1)
  }

  /// Copies a file to standard output.
  public static func copyToOutput(_ path: String) throws(SystemError) {
    let source = try Descriptors.opening(path, O_RDONLY)
    defer { close(source) }
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe read(source, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      guard count > 0 else { return }
      try Descriptors.write(block.span.extracting(0..<count), to: 1)
    }
  }

  /// Whether standard error is a terminal.
  public static var errorIsTerminal: Bool { isatty(2) == 1 }

  /// The width of standard error's terminal in columns; 80 when it is unknown.
  public static var columns: Int { columns(of: 2) }

  /// The width of standard output's terminal in columns; 80 when it is unknown, nil without a terminal.
  public static var outputColumns: Int? { isatty(1) == 1 ? columns(of: 1) : nil }

  private static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
