// swift-tools-version: 6.3
// SPDX-License-Identifier: MPL-2.0

import PackageDescription

/// The same strict settings for every target: Swift 6 mode, no warnings, every unsafe call spelled.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// The kernels of sound and motion once more, for processors with wider vectors, from the same sources (their folders
/// are links).
///
/// Flags of this kind are for the package that is built itself: as another's dependency it does without, on
/// the same bits.
let isDependency = Context.packageDirectory.contains("/checkouts/")
/// The core, and what judges it, is loops over samples and pixels, which a build for debugging would make ten to a hundred
/// times slower; and the tests run thousands of jobs.
let optimised: [SwiftSetting] =
  isDependency ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]
#if arch(x86_64)
let wideKernels: [(name: String, flags: [String])] =
  isDependency
  ? []
  : [
    ("SoundKernelsV3", ["-Xcc", "-march=x86-64-v3"]),
    ("SoundKernelsV4", ["-Xcc", "-march=x86-64-v4", "-Xcc", "-mprefer-vector-width=512"]),
    ("MotionKernelsV3", ["-Xcc", "-march=x86-64-v3"]),
  ]
#else
let wideKernels: [(name: String, flags: [String])] = []
#endif

let package = Package(
  name: "retime",
  products: [
    .library(name: "RetimeCore", targets: ["RetimeCore"]),
    .library(name: "RetimeMedia", targets: ["RetimeMedia"]),
    .library(name: "RetimeElements", targets: ["RetimeElements"]),
    .library(name: "Resampling", targets: ["Resampling"]),
    .library(name: "gstretime", type: .dynamic, targets: ["RetimePlugin"]),
    .executable(name: "retime", targets: ["retime"]),
    .executable(name: "retime-studio", targets: ["retime-studio"]),
  ],
  traits: [
    .default(enabledTraits: ["Studio"]),
    .trait(name: "Studio", description: "The browser studio, `retime studio`."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    // MARK: Implementation, each above what it depends on
    .executableTarget(
      name: "retime",
      dependencies: [
        "RetimeMedia", "RetimeCore", "RetimeSystem",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict
    ),
    // What `retime studio` becomes.
    .executableTarget(
      name: "retime-studio",
      dependencies: [
        "RetimeSystem",
        .target(name: "RetimeStudio", condition: .when(traits: ["Studio"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict
    ),
    // Empty unless the trait is on: every file of it is inside `#if Studio`.
    .target(
      name: "RetimeStudio",
      dependencies: [
        "RetimeCore", "RetimeMedia", "RetimeSystem",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Studio"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Studio"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Studio"])),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Studio"])),
        .target(name: "SQLite", condition: .when(traits: ["Studio"])),
      ],
      resources: [.embedInCode("API"), .embedInCode("Page"), .embedInCode("Sample")],
      swiftSettings: strict
    ),
    // Empty unless the trait is on, too.
    .target(
      name: "SQLite",
      dependencies: [.target(name: "CSQLite", condition: .when(traits: ["Studio"]))],
      swiftSettings: strict
    ),
    .target(
      name: "RetimeMedia",
      dependencies: [
        "AnimatedImages", "GStreamer", "GStreamerRepairs", "MediaFiles", "Resampling",
        "RetimeBuffers", "RetimeCore", "RetimeElements", "RetimeSystem", "SoundFile",
      ],
      swiftSettings: strict + optimised
    ),
    .target(
      name: "GStreamerRepairs",
      dependencies: ["GStreamer", "MediaFiles", "RetimeSystem"],
      swiftSettings: strict
    ),
    .target(
      name: "MediaFiles",
      dependencies: ["RetimeCore", "RetimeSystem"],
      swiftSettings: strict + optimised
    ),
    .target(
      name: "RetimePlugin",
      dependencies: ["RetimeElements", "GStreamer", "CGStreamer"],
      path: "gst/RetimePlugin",
      exclude: ["exported-symbols.map"],
      swiftSettings: strict,
      // Of all that is linked in, GStreamer's loader finds one function, and nobody else finds any.
      linkerSettings: [
        .unsafeFlags([
          "-Xlinker",
          "--version-script=\(Context.packageDirectory)/gst/RetimePlugin/exported-symbols.map",
        ])
      ]
    ),
    .target(
      name: "RetimeElements",
      dependencies: [
        "AnimatedImages", "Deflate", "GStreamer", "MediaFiles", "RetimeBuffers", "RetimeCore",
        "RetimeSystem", "WebP",
      ],
      path: "gst/RetimeElements",
      exclude: [
        "audioretime/README.md", "cafdemux/README.md", "dctspectrogram/README.md",
        "retime/README.md", "textretime/README.md", "videoretime/README.md",
      ],
      swiftSettings: strict + optimised
    ),
    .target(
      name: "RetimeBuffers",
      dependencies: ["GStreamer", "RetimeCore"],
      swiftSettings: strict + optimised
    ),
    .target(name: "AnimatedImages", swiftSettings: strict + optimised),
    .target(name: "RetimeSystem", swiftSettings: strict + optimised),
    .target(name: "GStreamer", dependencies: ["CGStreamer"], swiftSettings: strict + optimised),
    .target(name: "SoundFile", dependencies: ["CSoundFile"], swiftSettings: strict),
    .target(name: "WebP", dependencies: ["CWebP"], swiftSettings: strict),
    .target(name: "Deflate", dependencies: ["CZlib"], swiftSettings: strict),
    .target(name: "Resampling", dependencies: ["CSoxr"], swiftSettings: strict + optimised),
    .target(
      name: "RetimeCore",
      dependencies: ["CProcessor", "MotionKernels", "MotionLayout", "SoundKernels"]
        + wideKernels.map { .byName(name: $0.name) },
      swiftSettings: strict + optimised + wideKernels.map { .define($0.name) }
    ),
    // What costs the most in sound; see `wideKernels`.
    .target(name: "SoundKernels", swiftSettings: strict + optimised),
    // What costs the most in motion, and how planes lie for it
    .target(
      name: "MotionKernels",
      dependencies: ["MotionLayout"],
      swiftSettings: strict + optimised
    ),
    .target(name: "MotionLayout", swiftSettings: strict + optimised),
    .systemLibrary(name: "CProcessor", path: "Sources/CProcessor"),
    .systemLibrary(
      name: "CGStreamer",
      path: "gst/CGStreamer",
      pkgConfig: "gstreamer-pbutils-1.0 gstreamer-app-1.0 gstreamer-tag-1.0",
      providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]
    ),
    .systemLibrary(
      name: "CSoundFile",
      path: "Sources/CSoundFile",
      pkgConfig: "sndfile",
      providers: [.apt(["libsndfile1-dev"])]
    ),
    .systemLibrary(
      name: "CWebP",
      path: "Sources/CWebP",
      pkgConfig: "libwebpmux",
      providers: [.apt(["libwebp-dev"])]
    ),
    .systemLibrary(
      name: "CZlib",
      path: "Sources/CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]
    ),
    .systemLibrary(
      name: "CSoxr",
      path: "Sources/CSoxr",
      pkgConfig: "soxr",
      providers: [.apt(["libsoxr-dev"])]
    ),
    .systemLibrary(
      name: "CSQLite",
      path: "Sources/CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]
    ),

    // MARK: Tests
    .target(
      name: "TestSupport",
      dependencies: ["RetimeCore"],
      path: "Tests/Support",
      swiftSettings: strict + optimised
    ),
    // Runs every job on a folder of media: scripts/corpus and scripts/fuzz
    .executableTarget(
      name: "corpus",
      dependencies: [
        "RetimeCore", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Corpus",
      exclude: ["known.tsv"],
      swiftSettings: strict
    ),
    // Crashes as it is told to, so that what catches crashes can be tested
    .executableTarget(
      name: "crasher",
      dependencies: ["GStreamer", "RetimeSystem"],
      path: "Tests/Crasher",
      swiftSettings: strict
    ),
    // Times the kernels beside a plain C reference, and counts what they allocate: benchmarks/kernels/run
    .executableTarget(
      name: "kernels",
      dependencies: ["RetimeCore", "CLinearReference"],
      path: "benchmarks/kernels/Kernels",
      swiftSettings: strict
    ),
    // Makes pictures between those of a file: benchmarks/motion/run
    .executableTarget(
      name: "motion",
      dependencies: ["RetimeCore"],
      path: "benchmarks/motion/Motion",
      swiftSettings: strict
    ),
    .target(
      name: "CLinearReference",
      path: "benchmarks/kernels/CReference",
      linkerSettings: [.linkedLibrary("m")]
    ),
    .testTarget(
      name: "RetimeCoreTests",
      dependencies: ["RetimeCore", "TestSupport"],
      swiftSettings: strict + optimised
    ),
    .testTarget(
      name: "MediaFilesTests",
      dependencies: ["MediaFiles", "RetimeCore", "RetimeSystem", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ResamplingTests",
      dependencies: ["Resampling", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SQLiteTests",
      dependencies: [
        "TestSupport", .target(name: "SQLite", condition: .when(traits: ["Studio"])),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "GStreamerTests",
      dependencies: ["GStreamer", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RetimeElementsTests",
      dependencies: [
        "RetimeElements", "RetimeBuffers", "RetimeCore", "GStreamer", "TestSupport", "kernels",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RetimeMediaTests",
      dependencies: ["RetimeMedia", "GStreamerRepairs", "MediaFiles", "RetimeCore", "TestSupport"],
      exclude: ["Golden"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: ["crasher", "retime", "retime-studio", "TestSupport"],
      exclude: ["Golden"],
      swiftSettings: strict
    ),
    // A real browser on the studio's page; empty unless the trait is on
    .testTarget(
      name: "StudioBrowserTests",
      dependencies: [
        "retime", "retime-studio", "TestSupport", "RetimeCore",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RetimeStudioTests",
      dependencies: [
        "retime", "retime-studio", "TestSupport", "RetimeMedia", "RetimeSystem",
        .target(name: "RetimeStudio", condition: .when(traits: ["Studio"])),
        .target(name: "SQLite", condition: .when(traits: ["Studio"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Studio"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Studio"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Studio"])),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Studio"])),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "CorpusTests",
      dependencies: ["corpus", "RetimeCore", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RepositoryTests",
      // What the libraries offer is listed when they are built.
      dependencies: ["RetimeCore", "RetimeMedia", "Resampling", "TestSupport"],
      exclude: ["Golden"],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)

package.targets += wideKernels.map {
  .target(
    name: $0.name,
    dependencies: $0.name.hasPrefix("Motion") ? ["MotionLayout"] : [],
    swiftSettings: strict + optimised + [.unsafeFlags($0.flags)]
  )
}
