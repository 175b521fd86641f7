// swift-tools-version: 6.2
import PackageDescription

func consumer(_ name: String, _ settings: [SwiftSetting]) -> Target {
    .target(
        name: name, dependencies: [.product(name: "Tern", package: "Tern")],
        swiftSettings: settings + [.treatAllWarnings(as: .error)])
}

// On Apple's systems `Combine` is the system's; elsewhere a package names the drop-in product to opt in.
#if canImport(Darwin)
    let combine: [Target.Dependency] = []
#else
    let combine: [Target.Dependency] = [.product(name: "Combine", package: "Tern")]
#endif

let package = Package(
    name: "Consumers",
    platforms: [.macOS(.v13)],
    // Named, so that it is found whatever the folder of the checkout is called.
    dependencies: [.package(name: "Tern", path: "../..")],
    targets: [
        consumer("Swift5", [.swiftLanguageMode(.v5)]),
        consumer("Swift6", [.swiftLanguageMode(.v6)]),
        consumer("MainActorByDefault", [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]),
        .target(name: "DropIn", dependencies: combine, swiftSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "Readme",
            dependencies: [
                .product(name: "Tern", package: "Tern"), .product(name: "TernTesting", package: "Tern"),
                .product(name: "CombineShim", package: "Tern"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
    ]
)
