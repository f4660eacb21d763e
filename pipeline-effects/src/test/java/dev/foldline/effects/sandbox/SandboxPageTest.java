package dev.foldline.effects.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.sandbox.HostileAttempt.Setting;
import dev.foldline.effects.sandbox.SandboxProfile.Home;
import dev.foldline.effects.sandbox.SandboxProfile.Kind;
import dev.foldline.effects.sandbox.SandboxProfile.Network;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Each line of the page of rules is what a call sees from inside. */
class SandboxPageTest {
    /** Prints for each path whether something can be read and whether something can be written. */
    private static final String PROBE =
            """
            for p in "$@"; do
              r=-; w=-
              if [ -d "$p" ]; then
                [ -n "$(ls -A "$p")" ] && r=r
                (touch "$p/.probe" && rm "$p/.probe") 2>/dev/null && w=w
              else
                [ -s "$p" ] && r=r
                (: >> "$p") 2>/dev/null && w=w
              fi
              echo "$r$w"
            done
            """;

    @TempDir static Path folder;

    @BeforeAll
    static void a_sandbox_is_possible() {
        Sandboxes.program();
    }

    /** The settings of the page. */
    enum Line {
        WORKTREE(Setting.WORKTREE, Home.READABLE),
        MAIN(Setting.MAIN, Home.READABLE),
        HIDDEN_HOME(Setting.WORKTREE, Home.HIDDEN);

        private final Setting setting;
        private final Home home;

        Line(Setting setting, Home home) {
            this.setting = setting;
            this.home = home;
        }
    }

    @ParameterizedTest
    @EnumSource
    void each_rule_holds_inside(Line line) throws IOException, InterruptedException {
        try (var host = SandboxTestHost.in(folder.resolve(line.name()))) {
            var grants =
                    new SandboxGrants(List.of("~/.m2"), List.of("~/.aws/credentials"), List.of());
            var profile = new SandboxProfile(Kind.BWRAP, line.home, Network.ON, grants);
            var rules =
                    SandboxRules.of(
                            profile,
                            host.site(line.setting),
                            SandboxNeeds.NOTHING,
                            List.of(host.home().resolve(".codex")));
            var paths = new ArrayList<Path>();
            for (var rule : rules.rules())
                if (Files.exists(rule.path()) && !paths.contains(rule.path()))
                    paths.add(rule.path());
            var seen = probe(profile, rules, paths);
            assertThat(seen).hasSizeGreaterThan(15);
            seen.forEach(
                    (path, answer) ->
                            assertThat(fits(rules, path, answer))
                                    .as("%s: %s, but %s", path, rules.access(path), answer)
                                    .isTrue());
            assertThat(host.changed()).isEmpty();
        }
    }

    private static boolean fits(SandboxRules rules, Path path, String answer) {
        boolean hasMountsBelow =
                rules.rules().stream()
                        .map(SandboxRule::path)
                        .anyMatch(each -> each.startsWith(path) && !each.equals(path));
        return switch (rules.access(path)) {
            case READ -> answer.equals("r-");
            case WRITE -> answer.endsWith("w");
            case PRIVATE -> answer.endsWith("w");
            // A device that swallows everything stands in for a file.
            case HIDE -> hasMountsBelow ? answer.endsWith("-") : answer.startsWith("-");
        };
    }

    private static Map<Path, String> probe(
            SandboxProfile profile, SandboxRules rules, List<Path> paths)
            throws IOException, InterruptedException {
        try (var call = SandboxLauncher.prepared(Sandboxes.program(), profile, rules)) {
            var words = new ArrayList<>(call.launcher());
            words.addAll(List.of("sh", "-c", PROBE, "sh"));
            paths.forEach(path -> words.add(path.toString()));
            var process =
                    new ProcessBuilder(words)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            var answers = new String(process.getInputStream().readAllBytes()).lines().toList();
            assertThat(process.waitFor()).isZero();
            var seen = new LinkedHashMap<Path, String>();
            for (int n = 0; n < paths.size(); n++) seen.put(paths.get(n), answers.get(n));
            return seen;
        }
    }
}
