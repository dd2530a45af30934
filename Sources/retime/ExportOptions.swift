// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// The option for a timeline that editors open.
struct ExportOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the cuts and speeds as a timeline for editors, by the extension: .otio, .edl, .fcpxml or .mlt. No output is needed then.",
      valueName: "FILE"
    ),
    completion: .file()
  )
  var export: String?

  func validate() throws {
    guard let export else { return }
    if let fault = TimelineExport.fault(of: export) { throw ValidationError("--export \(fault)") }
  }
}
