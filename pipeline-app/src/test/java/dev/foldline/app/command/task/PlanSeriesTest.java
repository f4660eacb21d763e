package dev.foldline.app.command.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.Remedy;
import dev.foldline.app.command.operate.Shell;
import dev.foldline.effects.store.RunId;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;

/** A whole plan, one pull request after the other. */
class PlanSeriesTest {
    private static final String[] REPEAT = {
        "run", "--workflow", "tdd", "-f", "PLAN.md", "--repeat"
    };

    @TempDir Path folder;

    @Test
    void one_budget_covers_all_pull_requests() throws Exception {
        var place = CatalogProject.ready(folder, "one", "two");
        var reported = repeated(place, "--budget", "agent_calls=7");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(6);
        assertThat(CatalogProject.calls(place)).isEqualTo(7);
        assertThat(place.foldline("status").out()).contains("2 of 2 agent calls", "7 agent calls");
        var more = Remedy.done(place, reported, "foldline resume r");
        assertThat(more.out()).contains("nothing is left");
        delivered(place, "one", "two");
        assertThat(CatalogProject.calls(place)).isEqualTo(11);
    }

    /** The state in which a driver dies behind a pull request and before the next one. */
    @Test
    void a_series_between_two_pull_requests_is_pulled_or_resumed_as_printed() throws Exception {
        var place = CatalogProject.ready(folder, "one", "two");
        var refused = dirtied(place, REPEAT);
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err()).contains("uncommitted changes: dirt", "foldline resume r");
        assertThat(place.foldline("status").out())
                .contains("the next pull request of the plan has not started");
        Files.delete(place.root.resolve("dirt"));
        var first = place.runs().newestFirst().getFirst();
        assertThat(place.foldline("task", "get").exit()).isZero();
        var pulled = place.foldline("resume", first.id().text());
        assertThat(pulled.exit()).as(pulled.all()).isEqualTo(1);
        assertThat(pulled.err()).contains("an agent that pulls its work");
        Remedy.done(place, pulled, "foldline task get");
        Remedy.done(place, pulled, "foldline reset");
        Files.createDirectories(place.runs().directory(RunId.successorOf(first.id())).inbox());
        var other = place.inAnotherTerminal("resume", first.id().text());
        var resumed = Remedy.follow(place, refused, "foldline resume r");
        var both = List.of(resumed.exit(), other.get().exit());
        assertThat(both).as(resumed.all() + other.get().all()).contains(0).isSubsetOf(0, 8);
        delivered(place, "one", "two");
    }

    /** The first pull request leaves an uncommitted file behind. */
    private static CommandResult dirtied(CliFixture place, String... words) throws Exception {
        var hook = place.root.resolve(".git/hooks/post-merge");
        Files.createDirectories(hook.getParent());
        Files.writeString(hook, "#!/bin/sh\n[ -e $HOME/dirtied ] || touch $HOME/dirtied dirt\n");
        Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
        return place.foldline(words);
    }

    @Test
    void a_killed_series_is_resumed_and_doubles_nothing() throws Exception {
        var place = CatalogProject.ready(folder, "one", "two");
        CatalogProject.when(place, "write a test of two", "kill -9 $(cat $HOME/engine); sleep 300");
        var killed =
                Shell.run(
                        place,
                        """
                        "$ENGINE" run --workflow tdd -f PLAN.md --repeat &
                        echo $! > $HOME/engine
                        wait $!
                        echo "was $?"
                        """);
        assertThat(killed.out()).contains("was 137");
        var resumed = place.foldline("resume", "--json");
        assertThat(resumed.exit()).as(resumed.all()).isZero();
        assertThat(resumed.out()).contains("\"reason\": \"nothing_left\"", "\"number\": 3");
        delivered(place, "one", "two");
        assertThat(place.foldline("status").out())
                .contains("nothing is left to do in the plan", "run 3, after r");
        assertThat(place.foldline("replay", "--verify").exit()).isZero();
        var again = repeated(place);
        assertThat(again.exit()).as("nothing is left at the start").isZero();
        assertThat(again.out()).contains("nothing is left to do in the plan");
        delivered(place, "one", "two");
    }

    @Test
    void an_agent_that_pulls_reports_that_nothing_is_left() throws Exception {
        var place = CatalogProject.ready(folder, "one");
        assertThat(place.foldline("task", "get").out()).contains("submit 'nothing_left' instead");
        var mixed = place.foldline("task", "submit", "--nothing-left", "--test-command", "true");
        assertThat(mixed.exit()).isEqualTo(2);
        var submitted = Remedy.done(place, mixed, "foldline task submit --nothing-left");
        assertThat(submitted.out()).contains("Nothing is left to do in the plan.");
        var again = place.foldline("task", "get", "--json");
        assertThat(again.exit()).isZero();
        assertThat(again.out()).contains("\"status\": \"nothing_left\"", "\"ok\": true");
        assertThat(place.foldline("status").out()).contains("nothing is left to do in the plan");
        place.write("PLAN.md", place.read("PLAN.md") + "- add two\n");
        assertThat(place.foldline("task", "get", "--json").out())
                .contains("\"status\": \"delivered\"");
        place.write(
                "ACTIVE_PR.json",
                """
                {"masterPlanPath": "PLAN.md", "prTitle": "feat: add one", "summary": "s", "verificationPlan": "v",
                 "tasks": [{"taskName": "one", "status": "TODO", "tdd_steps": []}]}
                """);
        assertThat(place.foldline("task", "submit").exit()).isZero();
        var late = place.foldline("task", "submit", "--nothing-left");
        assertThat(late.exit()).isEqualTo(1);
        assertThat(late.err()).contains("is accepted only while the plan");
    }

    @Test
    void only_the_workflow_of_a_plan_is_repeated() throws Exception {
        var place = CatalogProject.ready(folder, "one", "two");
        var other = place.foldline("run", "--workflow", "ralph", "--repeat", "Add it");
        assertThat(other.exit()).isEqualTo(2);
        assertThat(other.err())
                .contains(
                        "workflow ralph cannot be repeated",
                        "foldline run --workflow tdd --repeat -f PLAN.md");
        var alone = place.foldline("run", "-f", "PLAN.md", "--max-pull-requests", "2");
        assertThat(alone.exit()).isEqualTo(2);
        assertThat(alone.err()).contains("add --repeat");
        var none = repeated(place, "--max-pull-requests", "0");
        assertThat(none.exit()).isEqualTo(2);
        assertThat(none.err()).contains("must be at least 1");
        assertThat(repeated(place, "--max-pull-requests", "many").exit()).isEqualTo(2);
        assertThat(place.runs().newestFirst()).isEmpty();
        var words = new String[] {"run", "-f", "PLAN.md", "--max-pull-requests", "1"};
        Remedy.added(place, alone, "--repeat", words);
        delivered(place, "one");
        var ended = place.foldline("resume");
        assertThat(ended.exit()).isZero();
        assertThat(ended.out()).contains("is already completed");
        assertThat(place.foldline("status").out())
                .contains("Done, the last of the 1 pull requests asked for");
        Remedy.done(place, other, "foldline run --workflow tdd --repeat");
        delivered(place, "one", "two");
    }

    private static CommandResult repeated(CliFixture place, String... more) {
        var words = Arrays.copyOf(REPEAT, REPEAT.length + more.length);
        System.arraycopy(more, 0, words, REPEAT.length, more.length);
        return place.foldline(words);
    }

    /** Each pull request is merged once, in the order of the plan, and nothing is left over. */
    private static void delivered(CliFixture place, String... names) throws Exception {
        assertThat(place.git("log", "--first-parent", "--reverse", "--format=%s", "main").lines())
                .hasSize(names.length + 1);
        assertThat(place.git("log", "--no-merges", "--reverse", "--format=%s", "main").lines())
                .filteredOn(subject -> subject.startsWith("feat: "))
                .containsExactly(
                        Arrays.stream(names)
                                .map(name -> "feat: add " + name)
                                .toArray(String[]::new));
        assertThat(place.read("items").lines()).containsExactly(names);
        assertThat(place.read("PLAN.md").lines().filter(line -> line.startsWith("- [DONE]")))
                .hasSize(names.length);
        assertThat(place.git("branch", "--format=%(refname:short)")).isEqualTo("main");
    }
}
