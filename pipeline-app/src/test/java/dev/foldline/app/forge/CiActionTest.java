package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.engine.Engines;
import dev.foldline.effects.forge.ForgeKind;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The steps of the action, each job in a clone of its own, against a bare repository. */
class CiActionTest {
    private static final Path ACTION =
            Path.of("..", ".github", "actions", "foldline").toAbsolutePath().normalize();

    @TempDir Path folder;
    private Path bare;
    private FakeForge forge;
    private int jobs;
    private String remote = "";
    private String wrapper = "";

    /** What a job left behind. */
    private record Job(CliFixture place, int exit, String output, String printed) {}

    @BeforeEach
    void host() throws Exception {
        var first = CliFixture.ready(folder.resolve("origin"));
        bare = folder.resolve("shop.git");
        first.git("clone", "-q", "--bare", first.root.toString(), bare.toString());
        forge = FakeForges.of(ForgeKind.GITHUB, bare);
    }

    @AfterEach
    void stop() {
        forge.close();
    }

    private CliFixture clone(String agent) throws Exception {
        var place = CliFixture.empty(folder.resolve("job-" + ++jobs));
        place.git("clone", "-q", bare.toString(), ".");
        place.agent(agent);
        place.configured(
                "checks: []\niterations: 1\nreviews: 0\nshare: { lease: 15s }\n"
                        + "forge: { repository: me/shop, api: \""
                        + forge.address()
                        + "\", poll: 1s, settle: 0s }\n");
        var home = Path.of(place.environment.get("HOME"));
        var bin = Files.createDirectories(home.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("foldline"), Engines.program());
        if (!remote.isEmpty()) place.git("remote", "set-url", "origin", remote);
        if (!wrapper.isEmpty()) {
            var git = Files.writeString(bin.resolve("git"), wrapper);
            assertThat(git.toFile().setExecutable(true)).isTrue();
        }
        place.environment.put("PATH", bin + ":" + place.environment.get("PATH"));
        place.environment.put("GITHUB_TOKEN", FakeForge.TOKEN);
        return place;
    }

    /** Runs the steps of the action as a runner does. */
    private Job job(String agent, Map<String, String> inputs) throws Exception {
        return job(clone(agent), inputs);
    }

    private Job job(CliFixture place, Map<String, String> inputs) throws Exception {
        var action = new YAMLMapper().readTree(Files.readString(ACTION.resolve("action.yml")));
        var output = Files.createTempFile(folder, "output-", "");
        int exit = 0;
        var printed = new StringBuilder();
        for (var step : action.path("runs").path("steps").valueStream().toList()) {
            var builder =
                    new ProcessBuilder("sh", "-e", "-c", step.path("run").asString())
                            .directory(place.root.toFile())
                            .redirectErrorStream(true);
            builder.environment().clear();
            builder.environment().putAll(place.environment);
            builder.environment().put("GITHUB_ACTION_PATH", ACTION.toString());
            builder.environment().put("GITHUB_OUTPUT", output.toString());
            builder.environment().put("GITHUB_PATH", folder.resolve("path").toString());
            step.path("env")
                    .propertyStream()
                    .forEach(
                            each ->
                                    builder.environment()
                                            .put(
                                                    each.getKey(),
                                                    value(action, each.getValue(), inputs)));
            var process = builder.start();
            printed.append(
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            exit = process.waitFor();
            if (exit != 0) break;
        }
        return new Job(place, exit, Files.readString(output), printed.toString());
    }

    /** The first of some jobs that is neither held by a dead one nor out of time. */
    private Job continued(String agent, Map<String, String> inputs) throws Exception {
        Job job;
        do job = job(agent, inputs);
        while (job.output().contains("state=held") || job.output().contains("state=paused"));
        return job;
    }

    private static String value(JsonNode action, JsonNode text, Map<String, String> inputs) {
        var name = text.asString().replaceFirst("\\$\\{\\{ inputs\\.([a-z-]+) }}", "$1");
        assertThat(action.path("inputs").has(name)).as(text.asString()).isTrue();
        return inputs.getOrDefault(
                name, action.path("inputs").path(name).path("default").asString(""));
    }

    private static Map<String, String> inputs(String... namesAndValues) {
        var inputs = new HashMap<>(Map.of("key", "issue-12", "issue", "12"));
        for (int i = 0; i < namesAndValues.length; i += 2)
            inputs.put(namesAndValues[i], namesAndValues[i + 1]);
        return inputs;
    }

    private String refs(CliFixture place) throws Exception {
        return place.git("ls-remote", bare.toString(), "refs/foldline/ci/*");
    }

    private static void assertState(Job job, String state) {
        assertThat(job.exit()).as(job.printed()).isZero();
        assertThat(job.output()).as(job.printed()).contains("state=" + state + "\n");
    }

    @Test
    void jobs_take_an_issue_to_a_merged_pull_request() throws Exception {
        forge.issue(12, "open", "Sell apples", "They are red. $(touch hacked) `touch hacked`");
        var slow = "case \"$FOLDLINE_ROLE\" in developer) sleep 3 ;; esac\n" + AgentScripts.HELPFUL;
        var paused = job(slow, inputs("stop-after", "1s"));
        assertState(paused, "paused");
        assertThat(refs(paused.place())).contains("refs/foldline/ci/issue-12");
        assertThat(forge.requests).isEmpty();
        var first = continued(AgentScripts.HELPFUL, inputs());
        assertState(first, "waiting");
        assertThat(run(first)).isEqualTo(run(paused));
        var request = forge.requests.getFirst();
        assertThat(request.body).contains("Closes #12");
        forge.merge(1);
        var last = continued(AgentScripts.HELPFUL, inputs());
        assertState(last, "done");
        assertThat(refs(last.place())).isEmpty();
        assertThat(forge.requests).hasSize(1);
        try (var files = Files.walk(folder)) {
            assertThat(files).noneMatch(each -> each.getFileName().toString().equals("hacked"));
        }
        keepsTheToken(paused);
        keepsTheToken(last);
    }

    private static String run(Job job) {
        return job.output().lines().filter(each -> each.startsWith("run=")).toList().getLast();
    }

    private static void keepsTheToken(Job job) throws Exception {
        assertThat(job.printed()).doesNotContain(FakeForge.TOKEN);
        assertThat(Files.readString(job.place().root.resolve(".git/config")))
                .doesNotContain(FakeForge.TOKEN, "credential");
    }

    @Test
    void a_remote_that_cannot_be_read_fails_the_job_and_the_token_is_for_its_host()
            throws Exception {
        remote = "https://x@127.0.0.1:1/me/shop.git";
        var failed = job(AgentScripts.HELPFUL, inputs());
        assertThat(failed.exit()).as(failed.printed()).isEqualTo(2);
        assertThat(failed.printed()).contains("the remote origin cannot be read");
        assertThat(Files.readString(failed.place().root.resolve(".git/config")))
                .contains("[credential \"https://127.0.0.1:1\"]")
                .doesNotContain(FakeForge.TOKEN);
    }

    @Test
    void a_recorded_run_is_not_replaced_while_its_log_cannot_be_read() throws Exception {
        var place = CliFixture.ready(folder.resolve("other"));
        var recorded =
                place.git("commit-tree", "HEAD^{tree}", "-m", "run r7f3ck7mq2xw4zabc").strip();
        place.git("push", "-q", bare.toString(), recorded + ":refs/foldline/ci/issue-12");
        wrapper =
                """
                #!/bin/sh
                case $* in ls-remote*logs*) exit 128 ;; esac
                exec /usr/bin/env PATH="${PATH#*:}" git "$@"
                """;
        var failed = job(AgentScripts.HELPFUL, inputs());
        assertThat(failed.exit()).as(failed.printed()).isEqualTo(2);
        assertThat(failed.printed()).contains("the remote origin cannot be read");
        assertThat(refs(place)).contains(recorded);
    }

    @Test
    void a_claim_that_the_remote_refuses_fails_the_job() throws Exception {
        var hook = bare.resolve("hooks/update");
        Files.createDirectories(hook.getParent());
        Files.writeString(hook, "#!/bin/sh\nexit 1\n");
        assertThat(hook.toFile().setExecutable(true)).isTrue();
        var failed = job(AgentScripts.HELPFUL, inputs());
        assertThat(failed.exit()).as(failed.printed()).isEqualTo(2);
        assertThat(failed.printed())
                .contains("refs/foldline/ci/issue-12 cannot be pushed to origin: the token needs");
        assertThat(failed.output()).doesNotContain("held");
    }

    @Test
    void a_key_that_is_no_name_is_refused() throws Exception {
        var place = clone(AgentScripts.HELPFUL);
        for (var key : List.of("", "..", "a b", "a/b", "-;id", "a..b", "x.", "$(id)", "ä")) {
            var refused = job(place, inputs("key", key, "task", "x"));
            assertThat(refused.exit()).as(key + ": " + refused.printed()).isEqualTo(2);
            assertThat(refused.printed()).contains("FOLDLINE_KEY names the work");
        }
        assertThat(refs(place)).isEmpty();
    }
}
