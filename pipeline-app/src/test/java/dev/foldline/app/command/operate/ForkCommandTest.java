package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.store.StateFolder;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;

/** A run that starts in the middle of another one. */
class ForkCommandTest {
    @TempDir Path folder;

    private CliFixture place;

    @BeforeEach
    void a_run_has_ended() throws Exception {
        place = CliFixture.finished(folder.resolve("shop"));
    }

    private JsonNode json(String... words) {
        var answer = place.foldline(words);
        assertThat(answer.exit()).as(answer.all()).isZero();
        return JsonMapper.shared().readTree(answer.out());
    }

    @Test
    void S4_16_a_fork_starts_at_a_commit_of_the_run_and_ends_like_it_on_its_own_branch()
            throws Exception {
        var origin = json("status", "--json").at("/run/id").asString();
        var log = place.foldline("log", origin).out();
        var first = json("blame", origin + ":40", "ledger.repository.head", "--json");
        long seq = first.at("/change/seq").asLong();
        var forked = json("fork", origin + ":" + (seq + 1), "--json");
        var fork = forked.get("run").asString();
        assertThat(forked.at("/origin/seq").asLong()).isBetween(seq, seq + 1);
        assertThat(forked.get("commit")).isEqualTo(first.get("after"));
        assertThat(place.foldline("log", fork).out())
                .contains("forked from " + origin + ":" + forked.at("/origin/seq").asLong());

        var done = place.foldline("resume", fork);
        assertThat(done.exit()).as(done.all()).isZero();
        assertThat(forked.at("/next/0").asString()).isEqualTo("foldline resume " + fork);
        assertThat(place.foldline("replay", fork, "--verify").exit()).isZero();
        assertThat(place.foldline("log", origin).out()).isEqualTo(log);
        var branch = json("show", fork, "--json").at("/state/ledger/repository/branch").asString();
        assertThat(branch).endsWith("-fork");
        assertThat(
                        place.git(
                                "merge-base",
                                "--is-ancestor",
                                forked.get("commit").asString(),
                                branch))
                .isEmpty();
        assertThat(json("show", fork, "--json").at("/state/ledger/repository/base"))
                .isEqualTo(json("show", origin, "--json").at("/state/ledger/repository/base"));
        var refused = place.foldline("fork", origin + ":2");
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).startsWith("error: no event up to 2 can be forked: ");
        Remedy.done(place, refused, "foldline log r");
        var dearer =
                json("fork", origin, "--set", "budget.agent_calls=77", "--json")
                        .get("run")
                        .asString();
        assertThat(
                        json("show", dearer, "--json")
                                .at("/state/usage/budget/agent_calls_max")
                                .asLong())
                .isEqualTo(77);
    }

    @Test
    void uncommitted_work_is_taken_from_the_recording_or_else_the_last_commit() throws Exception {
        long called =
                json("blame", "@", "usage.meter.agent_calls", "--json").at("/changes/2").asLong();
        assertThat(
                        json("show", "@:" + called, "--json")
                                .at("/state/usage/meter/agent_calls")
                                .asInt())
                .isEqualTo(2);
        var origin = json("status", "--json").at("/run/id").asString();
        var forked = json("fork", origin + ":" + called, "--json");
        assertThat(forked.at("/origin/seq").asLong()).isEqualTo(called);
        assertThat(forked.get("recorded_files").asBoolean()).isTrue();
        var fork = forked.get("run").asString();
        var tree =
                StateFolder.worktrees(place.environment, place.root.resolve(".git"))
                        .orElseThrow()
                        .resolve(fork);
        assertThat(Files.readString(tree.resolve("work.txt"))).startsWith("line by ");
        assertThat(place.git("-C", tree.toString(), "status", "--porcelain")).contains("work.txt");
        var lines = Files.readAllLines(tree.resolve("work.txt")).size();

        var done = place.foldline("resume", fork);
        assertThat(done.exit()).as(done.all()).isZero();
        var branch = json("show", fork, "--json").at("/state/ledger/repository/branch").asString();
        assertThat(place.git("show", branch + ":work.txt").lines().count()).isGreaterThan(lines);

        assertThat(place.foldline("gc", "--recordings").exit()).isZero();
        var again = place.foldline("fork", origin + ":" + called);
        assertThat(again.exit()).as(again.all()).isZero();
        assertThat(again.err())
                .startsWith("event " + called + " cannot be forked; the fork starts at event ")
                .contains("the last commit before it");
    }
}
