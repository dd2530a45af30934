// SPDX-License-Identifier: MPL-2.0

/// The command-line arguments.
public enum ProgramArguments {
  /// The arguments without the program's name, as `PathText`, which keeps the bytes of file names.
  public static var texts: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let text = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe PathText.text(of: text)
    }
  }
}
