package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.engine.Engines;
import dev.foldline.effects.forge.ForgeKind;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A repository whose runs deliver to a fake forge, and agents that keep each prompt at home. */
final class DeliveryFixture implements AutoCloseable {
    static final String LOG =
            """
            2026-11-01T08:00:00.1Z ##[group]Run make build
            2026-11-01T08:00:01.1Z built
            2026-11-01T08:00:02.1Z ##[group]Run make test
            2026-11-01T08:00:03.1Z expected 4 but was UNIQUE-FAILURE
            2026-11-01T08:00:04.1Z ##[error]Process completed with exit code 1.
            2026-11-01T08:00:05.1Z cleaning up
            """;

    /** Keeps each prompt at home, and shows that no token is in its environment. */
    private static final String KEEPING =
            "cat \"$FOLDLINE_PROMPT_FILE\" > \"$HOME/prompt-$FOLDLINE_TICKET-$FOLDLINE_ROLE\"\n"
                    + "env >> \"$HOME/environment\"\n"
                    + "case \"$FOLDLINE_ROLE\" in fixer) [ ! -f \"$HOME/meanwhile\" ] ||"
                    + " sh \"$HOME/meanwhile\"; [ -f \"$HOME/keeps-markers\" ] ||"
                    + " sed -i '/^[<=>]\\{7\\}/d' work.txt; echo \"fix by $FOLDLINE_TICKET\" >>"
                    + " work.txt ;; esac\n"
                    + AgentScripts.HELPFUL;

    private static final String BARE = "shop.git";

    final CliFixture place;
    final FakeForge forge;
    final Path bare;
    private final Path folder;
    private final ForgeKind kind;

    DeliveryFixture(Path folder, ForgeKind kind) throws Exception {
        this.folder = folder;
        this.kind = kind;
        place = CliFixture.prepared(folder, "delivery", DeliveryFixture::write);
        bare = folder.resolve(BARE);
        forge = FakeForges.of(kind, bare);
        place.environment.put(kind.variables().getFirst(), FakeForge.TOKEN);
        configured("");
    }

    /** How long checks that passed do not count. */
    String settle = "0s";

    /** How long a driver waits between two questions. */
    String poll = "1s";

    private static void write(Path folder) throws IOException, InterruptedException {
        var place = CliFixture.ready(folder).agent(KEEPING);
        var bare = folder.resolve(BARE).toString();
        place.git("init", "-q", "--bare", bare);
        place.git("remote", "add", "origin", bare);
        place.git("push", "-q", "origin", "main");
    }

    /** Configures a run of one iteration, with these keys of the forge in addition. */
    void configured(String more) throws Exception {
        place.configured(
                "checks: []\niterations: 1\nreviews: 0\nforge: { kind: "
                        + kind.name().toLowerCase()
                        + ", repository: "
                        + FakeForges.repository(kind)
                        + ", api: \""
                        + forge.address()
                        + "\", poll: "
                        + poll
                        + ", settle: "
                        + settle
                        + more
                        + " }\n");
    }

    @Override
    public void close() {
        forge.close();
    }

    FakeForge.Request request() {
        assertThat(forge.requests).hasSize(1);
        return forge.requests.getFirst();
    }

    /** A run that has opened its pull request and waits. */
    FakeForge.Request opened() {
        var opened = place.foldline("run", "--pr", "Add work");
        assertThat(opened.exit()).as(opened.all()).isEqualTo(3);
        return request();
    }

    /** Someone deletes a branch of the forge while the next fixer works. */
    void deletedMeanwhile(String branch) throws Exception {
        Files.writeString(
                Path.of(place.environment.get("HOME"), "meanwhile"),
                "git --git-dir '" + bare + "' branch -q -D '" + branch + "' && rm \"$0\"\n");
    }

    /** Someone else changes a file on the base. */
    void baseMoved(String file) throws Exception {
        var clone = folder.resolve("other");
        place.git("clone", "-q", "-b", "main", bare.toString(), clone.toString());
        Files.writeString(clone.resolve(file), "theirs\n");
        place.git("-C", clone.toString(), "add", ".");
        place.git("-C", clone.toString(), "commit", "-q", "-m", "Change " + file);
        place.git("-C", clone.toString(), "push", "-q");
    }

    /** A stopped run goes on until it waits. */
    void resume() {
        var resumed = place.foldline("resume");
        assertThat(resumed.exit()).as(resumed.all()).isEqualTo(3);
    }

    List<String> prompts(String role) throws Exception {
        var prompts = new ArrayList<String>();
        try (var files = Files.list(Path.of(place.environment.get("HOME")))) {
            for (var file :
                    files.filter(
                                    each ->
                                            each.getFileName().toString().startsWith("prompt-")
                                                    && each.toString().endsWith("-" + role))
                            .sorted()
                            .toList()) prompts.add(Files.readString(file));
        }
        return prompts;
    }

    CliFixture.CommandResult synced(int exit) {
        var reported = place.foldline("forge", "sync");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(exit);
        return reported;
    }

    /** A driver in a process of its own, which ends at this request if it makes it. */
    void driveAndKill(String method, String path, boolean after, String... words) throws Exception {
        var started = new CompletableFuture<Process>();
        forge.kills(method, path, after, () -> started.join().destroyForcibly().waitFor());
        var driver = driver(words);
        started.complete(driver);
        driver.waitFor();
        forge.killsNobody();
    }

    /** Starts a driver in a process of its own. */
    Process driver(String... words) throws Exception {
        var builder =
                new ProcessBuilder(Engines.command(words))
                        .directory(place.root.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("driver.log").toFile());
        builder.environment().clear();
        builder.environment().putAll(place.environment);
        return builder.start();
    }
}
