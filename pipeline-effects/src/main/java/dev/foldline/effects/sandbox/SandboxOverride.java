package dev.foldline.effects.sandbox;

import java.util.Optional;

/** What a role, an agent or the checks set for themselves. */
public record SandboxOverride(
        Optional<SandboxProfile.Kind> kind,
        Optional<SandboxProfile.Home> home,
        Optional<SandboxProfile.Network> network) {
    public static final SandboxOverride NOTHING =
            new SandboxOverride(Optional.empty(), Optional.empty(), Optional.empty());
}
