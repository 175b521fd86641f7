// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let curlSettings: [CSetting] = [.define("TERN_CURL", .when(platforms: [.linux], traits: ["Curl"]))]
let curlLibrary: [LinkerSetting] = [.linkedLibrary("curl", .when(platforms: [.linux], traits: ["Curl"]))]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func example(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Examples/\(name)", swiftSettings: settings)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.target(name: name)] + dependencies, swiftSettings: settings)
}

// Apple's systems have Combine; Linux is where ours is built, and only there is `Combine` a free name.
#if canImport(Darwin)
    let combineProducts: [Product] = []
    let combineTargets: [Target] = []
    let combine: [Target.Dependency] = []
#else
    let combineProducts: [Product] = [
        .library(name: "TernCombine", targets: ["TernCombine"]),
        .library(name: "Combine", targets: ["Combine"]),
    ]
    let combineTargets: [Target] = [
        library("TernCombine"),
        library("Combine", ["TernCombine"]),
        .testTarget(
            name: "TernCombineTests", dependencies: ["TernCombine", "TernLocks"], exclude: ["combine-api.txt"],
            swiftSettings: settings),
        .target(name: "CLockPair", path: "Benchmarks/CLockPair"),
        .executableTarget(
            name: "CombineBench", dependencies: ["TernCombine", "CAllocations", "CLockPair"],
            path: "Benchmarks/CombineBench",
            swiftSettings: settings),
    ]
    let combine: [Target.Dependency] = ["TernCombine"]
#endif

let package = Package(
    name: "Tern",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "Tern", targets: ["Tern"]),
        .library(name: "TernTesting", targets: ["TernTesting"]),
        .library(name: "WireServer", targets: ["WireServer"]),
        .library(name: "CombineShim", targets: ["CombineShim"]),
        .executable(name: "tern-demo", targets: ["tern-demo"]),
    ] + combineProducts,
    traits: [
        .default(enabledTraits: ["Curl"]),
        .trait(name: "Curl", description: "The libcurl transport. Matters on Linux only; needs libcurl's headers."),
    ],
    targets: [
        library("TernLocks"),
        library("TernCore", ["TernLocks"]),
        .target(name: "CTernCurl", cSettings: curlSettings, linkerSettings: curlLibrary),
        library("TernCurl", ["TernCore", "TernLocks", "CTernCurl"]),
        library(
            "Tern",
            ["TernCore", .target(name: "TernCurl", condition: .when(platforms: [.linux], traits: ["Curl"]))]),
        library("CombineShim", combine),
        library("WireServer", ["TernLocks"]),
        library("TernTesting", ["TernCore", "TernLocks", "WireServer"]),

        example("ExampleServer", ["WireServer"]),
        example("Studio", ["Tern"]),
        example("Coins", ["Tern"]),
        example("Apps", ["Tern"]),
        example("Users", ["Tern"]),
        .executableTarget(
            name: "tern-demo", dependencies: ["Tern", "ExampleServer", "Studio", "Coins", "Apps", "Users"],
            swiftSettings: settings),

        .target(
            name: "TestSupport", dependencies: ["TernCore", "TernLocks", "TernTesting"], path: "Tests/TestSupport",
            swiftSettings: settings),
        .target(name: "CAllocations", path: "Benchmarks/CAllocations"),
        .target(
            name: "CRawCurl", path: "Benchmarks/CRawCurl", cSettings: curlSettings, linkerSettings: curlLibrary),
        .executableTarget(
            name: "TernBench", dependencies: ["Tern", "CAllocations", "CRawCurl"], path: "Benchmarks/TernBench",
            swiftSettings: settings),

        tests(of: "TernLocks"),
        tests(of: "TernCore", ["TernTesting", "TernLocks", "TestSupport"]),
        .executableTarget(
            name: "Soak", dependencies: ["TernCore", "TernCurl", "TernLocks", "TernTesting", "TestSupport"],
            path: "Tests/Soak", swiftSettings: settings),
        tests(of: "Soak"),
        .target(name: "NameServiceTrap", path: "Tests/NameServiceTrap"),
        tests(of: "TernCurl", ["TernCore", "TernTesting", "TernLocks", "TestSupport", "NameServiceTrap"]),
        tests(of: "Tern", ["TernTesting", "TestSupport"]),
        tests(of: "WireServer"),
        tests(of: "TernTesting", ["TernCore", "TernLocks"]),
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "Tern", "TernLocks", "TernTesting", "TestSupport", "ExampleServer", "tern-demo", "Studio", "Coins",
                "Apps",
                "Users",
            ],
            path: "Tests/ExamplesTests", swiftSettings: settings),
    ] + combineTargets,
    swiftLanguageModes: [.v6]
)
