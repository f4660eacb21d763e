package dev.foldline.effects.sandbox;

import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.ConfiguredProgram;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.sandbox.Bubblewrap.Availability;
import dev.foldline.effects.sandbox.SandboxRule.Presence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Prepares the sandboxes of a run's calls. Where there can be none, calls start without one: the
 * caller has reported that, or has refused the run.
 */
public final class SandboxLauncher {
    private final SandboxPolicy policy;
    private final RunContext run;

    public SandboxLauncher(RunContext run, SandboxPolicy policy) {
        this.run = run;
        this.policy = policy;
    }

    /**
     * Prepares the sandbox of a call of an agent.
     *
     * @param agent the name of the agent, without its model
     * @param others folders of other agents
     */
    public SandboxedCall forAgent(String role, String agent, SandboxNeeds needs, List<Path> others)
            throws IOException {
        return prepared(run.git(), policy.forCall(role, agent), needs, others);
    }

    /**
     * Prepares the sandbox of a check.
     *
     * @param git the working tree in which it runs
     */
    public SandboxedCall forCheck(Git git, SandboxNeeds needs, List<Path> others)
            throws IOException {
        return prepared(git, policy.forChecks(), needs, others);
    }

    private SandboxedCall prepared(
            Git git, SandboxProfile profile, SandboxNeeds needs, List<Path> others)
            throws IOException {
        return prepared(git, run.environment(), profile, policy.started(), needs, others);
    }

    /**
     * Prepares a call in a working tree; it has no sandbox if none is wanted or possible.
     *
     * @param started programs that the driver starts, apart from those of git's configuration
     */
    public static SandboxedCall prepared(
            Git git,
            Map<String, String> environment,
            SandboxProfile profile,
            List<ConfiguredProgram> started,
            SandboxNeeds needs,
            List<Path> others)
            throws IOException {
        if (!profile.isSandboxed()
                || !(Bubblewrap.on(environment) instanceof Availability.Available(var program)))
            return SandboxedCall.NONE;
        var site = SandboxSiteReader.read(git, environment).starting(started);
        return prepared(program, profile, SandboxRules.of(profile, site, needs, others));
    }

    /** Prepares a call under rules. */
    static SandboxedCall prepared(Path program, SandboxProfile profile, SandboxRules rules)
            throws IOException {
        for (var rule : rules.rules())
            if (rule.presence() == Presence.CREATED && !Files.exists(rule.path()))
                Files.createDirectories(rule.path());
        return SandboxedCall.of(
                program, rules, new HostGrants(profile.grants().hosts()), new RealFiles());
    }

    /** Returns why calls that are to have a sandbox have none here, if that is so. */
    public static Optional<Availability.Unavailable> obstacle(
            SandboxPolicy policy, Map<String, String> environment) {
        return policy.isWanted()
                        && Bubblewrap.on(environment) instanceof Availability.Unavailable missing
                ? Optional.of(missing)
                : Optional.empty();
    }

    private record RealFiles() implements BubblewrapCommand.Files {
        @Override
        public Optional<Path> real(Path path) {
            try {
                return Optional.of(path.toRealPath());
            } catch (IOException missing) {
                return Optional.empty();
            }
        }

        @Override
        public boolean isFolder(Path path) {
            return Files.isDirectory(path);
        }
    }
}
