// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

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

let package = Package(
    name: "Tern",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "Tern", targets: ["Tern"]),
        .library(name: "TernTesting", targets: ["TernTesting"]),
        .library(name: "WireServer", targets: ["WireServer"]),
        .executable(name: "tern-demo", targets: ["tern-demo"]),
    ],
    traits: [
        .default(enabledTraits: ["Curl"]),
        .trait(name: "Curl", description: "The libcurl transport. Matters on Linux only; needs libcurl's headers."),
    ],
    targets: [
        library("TernLocks"),
        library("TernCore", ["TernLocks"]),
        .target(
            name: "CTernCurl", cSettings: [.define("TERN_CURL", .when(platforms: [.linux], traits: ["Curl"]))],
            linkerSettings: [.linkedLibrary("curl", .when(platforms: [.linux], traits: ["Curl"]))]),
        library("TernCurl", ["TernCore", "TernLocks", "CTernCurl"]),
        library(
            "Tern",
            ["TernCore", .target(name: "TernCurl", condition: .when(platforms: [.linux], traits: ["Curl"]))]),
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
                "Tern", "TernLocks", "TernTesting", "ExampleServer", "tern-demo", "Studio", "Coins", "Apps", "Users",
            ],
            path: "Tests/ExamplesTests", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
