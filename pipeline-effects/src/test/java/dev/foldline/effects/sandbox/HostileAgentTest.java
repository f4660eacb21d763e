package dev.foldline.effects.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentSandbox;
import dev.foldline.effects.sandbox.HostileAttempt.Setting;
import dev.foldline.effects.sandbox.HostileAttempt.Trial;
import dev.foldline.effects.sandbox.SandboxProfile.Network;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A hostile agent tries what {@link HostileAttempts} lists, with one sandbox for each setting. */
class HostileAgentTest {
    private static final Map<Setting, Map<HostileAttempt, Boolean>> INSIDE =
            new EnumMap<>(Setting.class);
    private static final Map<HostileAttempt, Boolean> OUTSIDE = new HashMap<>();

    @TempDir static Path folder;

    private static SandboxTestHost host;

    @BeforeAll
    static void the_agent_tries_everything() throws IOException, InterruptedException {
        Path program = Sandboxes.program();
        host = SandboxTestHost.in(folder.resolve("inside"));
        for (var setting : Setting.values())
            INSIDE.put(setting, attempt(host, launcher(program, setting), of(setting)));
        // In a second copy, the attempts do succeed.
        try (var second = SandboxTestHost.in(folder.resolve("outside"))) {
            for (var setting : List.of(Setting.WORKTREE, Setting.MAIN))
                OUTSIDE.putAll(
                        attempt(
                                second,
                                List.of(),
                                of(setting).stream()
                                        .filter(each -> each.trial() == Trial.OUTSIDE_TOO)
                                        .toList()));
        }
    }

    @AfterAll
    static void the_host_is_closed() throws IOException {
        if (host != null) host.close();
    }

    static Stream<HostileAttempt> attempts() {
        return HostileAttempts.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("attempts")
    void an_attempt_is_prevented_or_stated(HostileAttempt attempt) {
        assertThat(INSIDE.get(attempt.setting()).get(attempt)).isEqualTo(!attempt.isPrevented());
    }

    static Stream<HostileAttempt> controls() {
        return attempts().filter(OUTSIDE::containsKey);
    }

    /** Otherwise an attempt may fail for another reason than the sandbox. */
    @ParameterizedTest
    @MethodSource("controls")
    void it_succeeds_without_a_sandbox(HostileAttempt attempt) {
        assertThat(OUTSIDE.get(attempt)).isTrue();
    }

    @Test
    void nothing_planted_has_changed() throws IOException {
        assertThat(host.changed()).isEmpty();
        assertThat(HostileAttempts.ALL).hasSizeGreaterThanOrEqualTo(60);
    }

    private static List<HostileAttempt> of(Setting setting) {
        return attempts().filter(each -> each.setting() == setting).toList();
    }

    private static List<String> launcher(Path program, Setting setting) throws IOException {
        var network = setting == Setting.OFFLINE ? Network.OFF : Network.ON;
        var definition = new AgentDefinition.BuiltIn();
        var rules =
                SandboxRules.of(
                        Sandboxes.profile(network),
                        host.site(setting),
                        SandboxNeeds.NOTHING,
                        AgentSandbox.foldersOfOthers(definition, host.environment(setting)));
        return SandboxLauncher.prepared(program, Sandboxes.profile(network), rules).launcher();
    }

    /** Each attempt is a script of its own, and prints whether it succeeded. */
    private static Map<HostileAttempt, Boolean> attempt(
            SandboxTestHost at, List<String> launcher, List<HostileAttempt> attempts)
            throws IOException, InterruptedException {
        var setting = attempts.getFirst().setting();
        var script = new StringBuilder("cd $TREE\n");
        for (var attempt : attempts)
            script.append("sh -c '")
                    .append(attempt.script().replace("'", "'\\''"))
                    .append("' >/dev/null 2>&1 </dev/null && echo yes || echo no\n");
        var words = new ArrayList<>(launcher);
        words.addAll(List.of("sh", "-c", script.toString()));
        var builder = new ProcessBuilder(words).directory(at.tree(setting).toFile());
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().clear();
        builder.environment().putAll(at.environment(setting));
        var process = builder.start();
        var answers = new String(process.getInputStream().readAllBytes()).lines().toList();
        assertThat(process.waitFor()).isZero();
        assertThat(answers).hasSameSizeAs(attempts);
        var tried = new HashMap<HostileAttempt, Boolean>();
        for (int n = 0; n < attempts.size(); n++)
            tried.put(attempts.get(n), answers.get(n).equals("yes"));
        return tried;
    }
}
