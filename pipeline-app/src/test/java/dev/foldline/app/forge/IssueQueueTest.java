package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.engine.Engines;
import dev.foldline.effects.forge.ForgeKind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Servers that start runs for the labelled issues of a forge. */
class IssueQueueTest {
    private static final String LABEL = "foldline";
    private static final String[] SERVE = {
        "serve", "--queue", "label:" + LABEL, "--allow-unsandboxed"
    };

    @TempDir Path folder;
    private final List<Process> servers = new ArrayList<>();

    /** A server is killed when its claim arrived, and started again beside one of another clone. */
    @Test
    void labelled_issues_become_one_run_each() throws Exception {
        try (var first = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            var forge = first.forge;
            var other = clone(first);
            var issues = forge.tracked;
            issues.open(41, "stranger", "First").label(41, "stranger", LABEL);
            issues.open(42, "stranger", "Second").label(42, "me", LABEL);
            var died = new CompletableFuture<Process>();
            forge.kills(
                    "POST",
                    "/issues/42/comments",
                    true,
                    () -> died.join().destroyForcibly().waitFor());
            died.complete(serve(first.place));
            assertThat(died.join().waitFor()).isNotZero();
            assertThat(issues.issue(42).texts()).hasSize(1);
            assertThat(first.place.runs().newestFirst()).isEmpty();

            serve(other);
            serve(first.place);
            await("a pull request", () -> forge.requests.size() == 1);
            issues.issue(42).body = "Do something else";
            await("a report", () -> texts(forge, 42).contains(forge.address()));
            assertThat(other.runs().newestFirst()).isEmpty();
            assertThat(first.prompts("developer"))
                    .singleElement()
                    .asString()
                    .contains("The text of Second", "Closes #42");

            forge.disturb("GET", "/issues?", 500, java.util.Map.of(), false);
            forge.merge(1);
            issues.issue(42).state = "closed";
            await("the end", () -> issues.issue(42).labels.isEmpty());
            assertThat(texts(forge, 42)).contains("Done in ");
            assertThat(issues.issue(42).texts()).hasSize(1);

            issues.open(43, "me", "Third").label(43, "me", LABEL);
            await("another pull request", () -> forge.requests.size() == 2);
            issues.unlabel(43, "me", LABEL);
            await("a cancelled run", () -> texts(forge, 43).contains("Cancelled"));
            assertThat(issues.issue(43).texts()).hasSize(1);
            assertThat(issues.issue(41).notes).isEmpty();
            assertThat(issues.issue(41).labels).containsExactly(LABEL);
            assertThat(first.place.runs().newestFirst().size() + other.runs().newestFirst().size())
                    .isEqualTo(2);
        } finally {
            servers.forEach(Process::destroyForcibly);
        }
    }

    private static String texts(FakeForge forge, int issue) {
        return String.join("\n", forge.tracked.issue(issue).texts());
    }

    private void await(String what, BooleanSupplier seen) throws Exception {
        CliFixture.until(
                what,
                seen::getAsBoolean,
                () -> servers.stream().skip(1).allMatch(Process::isAlive));
    }

    private CliFixture clone(DeliveryFixture first) throws Exception {
        var place = CliFixture.ready(folder.resolve("other"));
        place.git("remote", "add", "origin", first.bare.toString());
        place.git("fetch", "-q", "origin");
        place.git("reset", "-q", "--hard", "origin/main");
        place.environment.put(ForgeKind.GITHUB.variables().getFirst(), FakeForge.TOKEN);
        place.write("foldline.yaml", Files.readString(first.place.root.resolve("foldline.yaml")));
        return place;
    }

    private Process serve(CliFixture place) throws Exception {
        var builder =
                new ProcessBuilder(Engines.command(SERVE))
                        .directory(place.root.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("server" + servers.size()).toFile());
        builder.environment().clear();
        builder.environment().putAll(place.environment);
        var server = builder.start();
        servers.add(server);
        return server;
    }

    @Test
    void a_queue_without_a_sandbox_or_a_label_is_refused() throws Exception {
        try (var fixture = new DeliveryFixture(folder, ForgeKind.GITHUB)) {
            var place = fixture.place;
            var configured = Files.readString(place.root.resolve("foldline.yaml"));
            var refused = place.foldline("serve", "--queue", "label:foldline");
            assertThat(refused.exit()).isEqualTo(2);
            assertThat(refused.err())
                    .contains(
                            "not all calls have a sandbox",
                            "foldline serve --queue label:foldline --allow-unsandboxed");
            assertThat(place.foldline("serve", "--queue", "foldline").err())
                    .contains("name a label");
            assertThat(place.foldline("serve", "--allow-unsandboxed").err())
                    .contains("--allow-unsandboxed is for --queue");
            place.write("foldline.yaml", "workflow: tdd\n" + configured);
            assertThat(place.foldline(SERVE).err())
                    .contains("not from an issue", "foldline run --workflow tdd -f PLAN.md");
            place.write("foldline.yaml", configured);
            place.environment.remove("GITHUB_TOKEN");
            assertThat(place.foldline(SERVE).err()).contains("there is no token");
        }
    }
}
