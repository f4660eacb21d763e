package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.effects.sandbox.SandboxLauncher;
import dev.foldline.effects.sandbox.SandboxPolicy;
import dev.foldline.effects.sandbox.SandboxProfile;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Whether the calls of a run can have the sandbox that the configuration names. */
public final class SandboxStatus {
    private SandboxStatus() {}

    /** Returns one line for the user if calls are to have a sandbox and can have none here. */
    public static Optional<String> warning(SandboxPolicy policy, Map<String, String> environment) {
        return SandboxLauncher.obstacle(policy, environment)
                .map(
                        missing ->
                                "no sandbox: "
                                        + missing.reason()
                                        + "; calls have your rights. To change that: "
                                        + missing.remedy());
    }

    /** Returns one line about the sandbox that calls will have; empty if they will have none. */
    public static Optional<String> line(SandboxPolicy policy, Map<String, String> environment) {
        if (!policy.isWanted() || SandboxLauncher.obstacle(policy, environment).isPresent())
            return Optional.empty();
        var profiles = policy.profiles().distinct().toList();
        return Optional.of(
                describe(policy.all())
                        + (profiles.size() == 1 ? "" : "; not the same for each role and check"));
    }

    private static String describe(SandboxProfile profile) {
        return switch (profile.kind()) {
            case NONE -> "none";
            case BWRAP ->
                    "bwrap, home "
                            + profile.home().name().toLowerCase(Locale.ROOT)
                            + ", network "
                            + profile.network().name().toLowerCase(Locale.ROOT);
        };
    }

    /**
     * @throws UserError if a sandbox is required and there can be none here
     */
    static void require(SandboxPolicy policy, Map<String, String> environment) {
        if (!policy.required()) return;
        SandboxLauncher.obstacle(policy, environment)
                .ifPresent(
                        missing -> {
                            throw new UserError(
                                    "a sandbox is required and cannot be made: " + missing.reason(),
                                    "sandbox.required",
                                    missing.remedy(),
                                    ExitCode.FAILED);
                        });
    }
}
