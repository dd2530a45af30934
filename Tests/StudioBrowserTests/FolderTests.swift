// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test func `Results go to the chosen folder, also after a reload`() async throws {
    try await Page.open { page in
      let driver = page.driver
      try await page.choose("clip.webm")
      try await page.plan()
      let isOffered = "return document.getElementById('folder-label').checkVisibility()"
      #expect(try await driver.run(isOffered) == false)
      for name in ["cuts", "cuts/new"] {
        try page.folder.makeFolder(name)
      }
      try await driver.wait(
        for:
          "return [...document.getElementsByName('folder')[0].options].some(({ value }) => value === '/cuts/new')"
      )
      try await page.select("folder", "/cuts/new")
      #expect(try await page.asked().contains("cuts/new/clip (factor 0.5).webm"))
      try await page.browser.keep("47-folder")
      try await page.start()
      #expect(try await page.text(".card .what").contains("into cuts/new"))
      #expect(page.folder.names == ["clip.webm", "cuts"])
      let made = page.folder.file("cuts/new/clip (factor 0.5).webm")
      #expect(FileManager.default.fileExists(atPath: made))
      // The next one has another name there, and after a reload it goes there as well.
      try await driver.command("refresh")
      try await page.choose("clip.webm")
      #expect(try await page.asked().contains("cuts/new/clip (factor 0.5) 2.webm"))
      // A deleted folder is no longer offered: results go beside their originals again.
      try FileManager.default.removeItem(atPath: page.folder.file("cuts"))
      try await driver.wait(
        for: "return document.getElementsByName('folder')[0].value === 'beside'"
      )
      #expect(try await page.asked().contains("clip (factor 0.5).webm"))
      #expect(try await driver.run(isOffered) == false)
    }
  }
}
#endif
