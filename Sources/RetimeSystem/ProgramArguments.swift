// SPDX-License-Identifier: MPL-2.0

/// What this program was started with.
public enum ProgramArguments {
  /// The arguments without the program's name, each as `PathText`: one that names a file keeps its bytes.
  public static var texts: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let text = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe PathText.text(of: text)
    }
  }
}
