package dev.foldline.effects.sandbox;

import dev.foldline.effects.git.ConfiguredProgram;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The sandboxes of a run's calls.
 *
 * @param required whether a run is refused where there can be no sandbox
 * @param roles what roles set for themselves, by name
 * @param agents what agents set for themselves, by name; an agent wins over its role
 * @param started the programs that the driver starts outside, apart from those of git's
 *     configuration
 */
public record SandboxPolicy(
        boolean required,
        SandboxProfile all,
        Map<String, SandboxOverride> roles,
        Map<String, SandboxOverride> agents,
        SandboxOverride checks,
        List<ConfiguredProgram> started) {
    /** No sandbox. */
    public static final SandboxPolicy NONE =
            new SandboxPolicy(
                    false,
                    SandboxProfile.NONE,
                    Map.of(),
                    Map.of(),
                    SandboxOverride.NOTHING,
                    List.of());

    public SandboxPolicy {
        roles = Map.copyOf(roles);
        agents = Map.copyOf(agents);
        started = List.copyOf(started);
    }

    /** Returns the same with the programs that the driver starts outside. */
    public SandboxPolicy starting(List<ConfiguredProgram> programs) {
        return new SandboxPolicy(required, all, roles, agents, checks, programs);
    }

    /**
     * @param agent the name of an agent, without its model
     */
    public SandboxProfile forCall(String role, String agent) {
        return all.with(roles.getOrDefault(role, SandboxOverride.NOTHING))
                .with(agents.getOrDefault(agent, SandboxOverride.NOTHING));
    }

    public SandboxProfile forRole(String role) {
        return all.with(roles.getOrDefault(role, SandboxOverride.NOTHING));
    }

    /** Returns the profile of checks and of the commands that prepare a working tree. */
    public SandboxProfile forChecks() {
        return all.with(checks);
    }

    /** Returns whether some call is to have a sandbox. */
    public boolean isWanted() {
        return profiles().anyMatch(SandboxProfile::isSandboxed);
    }

    /** Returns the profiles of calls: the general one, that of checks, of roles and of agents. */
    public Stream<SandboxProfile> profiles() {
        return Stream.of(
                        Stream.of(all, forChecks()),
                        roles.values().stream().map(all::with),
                        agents.values().stream().map(all::with))
                .flatMap(each -> each);
    }
}
