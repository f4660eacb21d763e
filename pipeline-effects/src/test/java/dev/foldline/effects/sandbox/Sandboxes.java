package dev.foldline.effects.sandbox;

import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.machine.MachineRequirement;
import dev.foldline.effects.sandbox.Bubblewrap.Availability;
import dev.foldline.effects.sandbox.SandboxProfile.Home;
import dev.foldline.effects.sandbox.SandboxProfile.Kind;
import dev.foldline.effects.sandbox.SandboxProfile.Network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sandboxes for tests; a test is skipped where the machine has no user namespaces. */
public final class Sandboxes {
    private Sandboxes() {}

    /** The program that makes sandboxes, or the end of the test. */
    public static Path program() {
        return switch (Bubblewrap.on(System.getenv())) {
            case Availability.Available(var program) -> program;
            case Availability.Unavailable(var reason, var _) ->
                    MachineRequirement.missing("a sandbox of bubblewrap: " + reason);
        };
    }

    /** The profile that is the default. */
    public static SandboxProfile profile(Network network) {
        return new SandboxProfile(Kind.BWRAP, Home.READABLE, network, SandboxGrants.NOTHING);
    }

    /** The words that start a program in a folder that is no repository. */
    public static List<String> launcher(Path folder) throws IOException {
        var real = folder.toRealPath();
        var git = Files.createDirectories(real.resolve(".git"));
        var site =
                SandboxSiteReader.read(
                        new Place(real, git, git),
                        Optional.empty(),
                        git.resolve("hooks"),
                        System.getenv());
        var profile = profile(Network.ON);
        return SandboxLauncher.prepared(
                        program(),
                        profile,
                        SandboxRules.of(profile, site, SandboxNeeds.NOTHING, List.of()))
                .launcher();
    }

    /** The environment of a call. */
    public static Map<String, String> environment(Path home) {
        return Map.of(
                "PATH",
                System.getenv().getOrDefault("PATH", "/usr/bin:/bin"),
                "HOME",
                home.toString());
    }
}
