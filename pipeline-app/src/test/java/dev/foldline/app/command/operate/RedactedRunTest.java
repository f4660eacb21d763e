package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Secrets planted wherever a run hears something are nowhere in what it keeps and shows, and the
 * run goes on as without them.
 */
class RedactedRunTest {
    /** The beginning and the rest of each are apart, so that nobody takes this file for a leak. */
    private static final Map<String, String> SHAPES =
            Map.ofEntries(
                    Map.entry("AKIA", "Q3EGRZ5XPLANTED2"),
                    Map.entry("ghp_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"),
                    Map.entry(
                            "github_pat_",
                            "11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz0123456789ABCDEFGHIJKL"),
                    Map.entry("gho_", "z1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"),
                    Map.entry("glpat-", "a1B2c3D4e5F6g7H8i9J0"),
                    Map.entry("xoxb-", "123456789012-a1B2c3D4e5F6g7H8"),
                    Map.entry("sk_live_", "a1B2c3D4e5F6g7H8i9J0k1L2"),
                    Map.entry("rk_live_", "a1B2c3D4e5F6g7H8i9J0k1L2"),
                    Map.entry("sk-proj-", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6"),
                    Map.entry("sk-", "z1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4"),
                    Map.entry("sk-ant-", "api03-a1B2c3D4e5F6g7H8i9J0k1L2m3N4"),
                    Map.entry("AIza", "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7"),
                    Map.entry(
                            "eyJ",
                            "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"),
                    Map.entry("npm_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"),
                    Map.entry("pypi-", "AgEIcHlwaS5vcmcCJGExYjJjM2Q0ZTVmNmc3aDhpOWowazFsMm0"),
                    Map.entry("hf_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7"),
                    Map.entry(
                            "SG.",
                            "a1B2c3D4e5F6g7H8i9J0k1.a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V"),
                    Map.entry("SK", "0123456789abcdef0123456789abcdef"),
                    Map.entry(
                            "dop_v1_",
                            "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"),
                    Map.entry("dckr_pat_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N"),
                    Map.entry("hvs.", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4"),
                    Map.entry(
                            "AGE-SECRET-KEY-",
                            "1QQPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQQPZRY9X8GF2TVDW0S3JN54KH"));

    /** What stands around each, and the secret. */
    private static final Map<String, String> IN_CONTEXT =
            Map.of(
                    "Authorization" + ": Bearer %s",
                    "m1B2c3D4e5F6g7H8i9J0",
                    "https://%s@example.org/a.git",
                    "me:n1B2c3D4e5",
                    "db_password" + "=%s",
                    "o1B2c3D4e5F6",
                    "client_secret" + ": %s",
                    "p1B2c3D4e5F6",
                    "AccountKey" + "=%s",
                    "q1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6a7B8c9D0e1F2g3H4i5J6k7L8m9N0o1P2q3==",
                    "aws_secret" + "_access_key = %s",
                    "r1B2c3D4e5/F6g7H8i9J0k1L2m3N4o5P6q7R8s9T");

    private static final String VALUE = "swordfish of the deep";

    @TempDir Path folder;
    private final List<String> texts = new ArrayList<>();
    private final List<String> secrets = new ArrayList<>();
    private CliFixture place;

    @BeforeEach
    void plant() throws Exception {
        SHAPES.forEach((beginning, rest) -> planted("%s", beginning + rest));
        IN_CONTEXT.forEach(this::planted);
        planted("%s", VALUE);
        place = CliFixture.ready(folder);
        place.environment.put("DEPLOY_TOKEN", VALUE);
        Files.writeString(home().resolve("secrets.txt"), String.join("\n", texts) + "\n");
    }

    private void planted(String around, String secret) {
        texts.add(around.formatted(secret));
        secrets.add(secret);
    }

    private Path home() {
        return Path.of(place.environment.get("HOME"));
    }

    @Test
    void the_output_artifacts_and_commits_of_agents_and_checks_are_kept_without_secrets()
            throws Exception {
        assertThat(secrets).hasSizeGreaterThan(20);
        // Everything is said at once, in two pieces cut within a secret, on both streams, and as an
        // artifact.
        place.agent(
                "cat ~/secrets.txt >&2; head -c 77 ~/secrets.txt; sleep 0.1; tail -c +78"
                        + " ~/secrets.txt\n"
                        + "all=$(tr '\\n"
                        + "' ' ' < ~/secrets.txt)\n"
                        + AgentScripts.HELPFUL
                                .replace(
                                        "'{\"summary\":\"s\",\"steps\":[{\"title\":\"t\"}]}'",
                                        "\"{\\\"summary\\\":\\\"$all\\\",\\\"steps\\\":[{\\\"title\\\":\\\"$all\\\"}]}\"")
                                .replace(
                                        "'{\"subject\":\"Do the work\"}'",
                                        "\"{\\\"subject\\\":\\\"Do the"
                                                + " work\\\",\\\"body\\\":\\\"$all\\\"}\"")
                                .replace(
                                        "echo \"line by",
                                        "grep -q 'no magic' \"$FOLDLINE_PROMPT_FILE\" && echo magic"
                                                + " >> work.txt; echo \"line by"));
        place.configured(
                "checks: [ \"cat ~/secrets.txt; grep -q magic work.txt || { echo no magic; exit 1;"
                        + " }\" ]\n"
                        + "checks_on_base: ignore\n"
                        + "iterations: 1\n"
                        + "reviews: 0\n");
        var reported = place.foldline("run", "--verbose", "Add magic: " + String.join(" ", texts));
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.err())
                .contains("the task contains what looks like a secret (the value of DEPLOY_TOKEN)");
        assertThat(place.git("log", "-1", "--format=%B"))
                .contains("Do the work", "[redacted:forge-token]");
        assertClean("the commit", place.git("log", "-1", "--format=%B"));
        assertClean("the console", reported.all());
        assertNothingKept();
        assertShown(
                "log",
                "log --json",
                "status",
                "status --json",
                "show @:last --json",
                "explain",
                "replay --verify");
    }

    @Test
    void the_errors_of_a_failing_agent_are_kept_and_shown_without_secrets() throws Exception {
        place.agent("cat ~/secrets.txt; tail -c 500 ~/secrets.txt >&2; exit 9");
        place.configured("checks: []\n");
        var reported = place.foldline("run", "--budget", "agent_calls=2", "Add work");
        assertThat(reported.exit()).as(reported.all()).isNotZero();
        assertClean("the console", reported.all());
        assertNothingKept();
        assertShown("status", "status --json", "explain --json", "log");
    }

    /** As some programs write JSON: every character but letters and digits, and some of those. */
    @Test
    void an_artifact_of_escaped_json_is_kept_without_secrets() throws Exception {
        var escaped =
                String.join(" ", texts)
                        .chars()
                        .mapToObj(
                                each ->
                                        Character.isLetterOrDigit(each) && each % 5 != 0
                                                ? String.valueOf((char) each)
                                                : "\\u%04x".formatted(each))
                        .collect(Collectors.joining());
        Files.writeString(
                home().resolve("plan.json"),
                "{\"summary\" : \"caf\\u00e9\", \"steps\": [ {\"title\": \"" + escaped + "\"} ]}");
        place.agent(
                AgentScripts.HELPFUL.replace(
                        "echo '{\"summary\":\"s\",\"steps\":[{\"title\":\"t\"}]}' >",
                        "cat ~/plan.json; cat ~/plan.json >"));
        place.configured("checks: []\niterations: 1\nreviews: 0\n");
        var reported = place.foldline("run", "--verbose", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(kept())
                .anyMatch(
                        file ->
                                file.startsWith(
                                                "{\"summary\" : \"caf\\u00e9\", \"steps\": ["
                                                        + " {\"title\": \"")
                                        && file.endsWith("\"} ]}"));
        assertNothingKept();
        for (String file : kept()) assertThat(file).doesNotContain(escaped);
        assertShown("log", "log --json", "replay --verify");
    }

    @Test
    void the_message_of_a_user_is_kept_without_secrets() throws Exception {
        place.configured("checks: []\niterations: 1\nreviews: 0\ngates: [planning]\n");
        place.foldline("run", "Add work");
        var reported =
                place.foldline(
                        "reject", "planning", "-m", "Not with " + String.join(" and ", texts));
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertNothingKept();
        assertThat(kept()).anyMatch(file -> file.contains("Not with"));
    }

    /** It must be put back as it was, so it cannot be kept without. */
    @Test
    void a_password_in_git_s_configuration_is_kept_for_the_time_of_a_call_and_for_its_owner_only()
            throws Exception {
        place.git("remote", "add", "origin", "https://" + "me:n1B2c3D4e5" + "@example.org/a.git");
        place.agent(
                "stat -c '%a' .git/foldline/runs/*/guard.json >> ~/modes\n"
                        + "grep -rl 'n1B2c3D4e5' .git/foldline >> ~/holders\n"
                        + "cat ~/secrets.txt\n"
                        + AgentScripts.HELPFUL);
        place.configured("checks: []\niterations: 1\nreviews: 0\n");
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(Files.readAllLines(home().resolve("modes"))).isNotEmpty().containsOnly("600");
        assertThat(Files.readAllLines(home().resolve("holders")))
                .isNotEmpty()
                .allMatch(file -> file.endsWith("/guard.json"));
        assertNothingKept();
    }

    /** Its driver is a process of its own, and writes what it would have shown to a file. */
    @Test
    void the_output_of_a_detached_driver_is_kept_without_secrets() throws Exception {
        place.agent("cat ~/secrets.txt; tail -c 500 ~/secrets.txt >&2; exit 9");
        place.configured("checks: []\n");
        var reported =
                place.foldline(
                        "run", "--detach", "--verbose", "--budget", "agent_calls=2", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        var run = place.root.resolve(".git/foldline/runs").toFile().listFiles()[0].toPath();
        reported.driver().join();
        assertThat(run.resolve("driver.log")).content().contains("[redacted:");
        assertNothingKept();
    }

    @Test
    void errors_show_no_secrets() throws Exception {
        for (String secret : texts) {
            assertClean("the error", place.foldline("status", secret).all());
            assertClean("the document", place.foldline("status", "--json", secret).all());
            assertClean("the usage", place.foldline("run", "--no-such-option=" + secret).all());
        }
    }

    @Test
    void a_secret_in_the_configuration_is_refused_by_its_place() throws Exception {
        for (int number = 0; number < texts.size(); number++) {
            place.configured("checks: [ 'deploy \"" + texts.get(number) + "\"' ]\n");
            var reported = place.foldline("run", "Add work");
            assertThat(reported.exit()).as(texts.get(number) + reported.all()).isEqualTo(2);
            assertThat(reported.err())
                    .contains("foldline.yaml:4:", "checks holds what looks like a secret", "$NAME");
            assertClean("the error", reported.all());
        }
        assertThat(place.git("for-each-ref")).doesNotContain("foldline");
    }

    private void assertShown(String... commands) {
        for (String command : commands)
            assertClean(command, place.foldline(command.split(" ")).all());
        assertThat(place.foldline("replay", "--verify").exit()).isZero();
    }

    private void assertNothingKept() throws IOException {
        var kept = kept();
        assertThat(kept).anyMatch(file -> file.contains("[redacted:variable]"));
        for (String file : kept) assertClean("a file", file);
    }

    /**
     * Every file of the runs, and everything exchanged with agents. What agents write there
     * themselves is theirs.
     */
    private List<String> kept() throws IOException {
        try (Stream<Path> files = Files.walk(place.root.resolve(".git/foldline"))) {
            var texts = new ArrayList<String>();
            var all = Stream.concat(files, Stream.of(place.root.resolve(".foldline/prompt.md")));
            for (Path file : all.filter(Files::isRegularFile).toList())
                texts.add(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
            return texts;
        }
    }

    private void assertClean(String where, String text) {
        for (String secret : secrets)
            assertThat(text.contains(secret)).as("%s holds %s: %s", where, secret, text).isFalse();
    }
}
