package dev.foldline.app.command.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.Remedy;
import dev.foldline.app.command.operate.Shell;
import dev.foldline.effects.machine.Thorough;
import dev.foldline.effects.store.RunId;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @Thorough
    @Test
    void a_plan_is_worked_until_nothing_is_left() throws Exception {
        var place = CatalogProject.ready(folder, "one", "two", "three");
        var reported = repeated(place, "--json");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out())
                .contains("\"reason\": \"nothing_left\"", "\"number\": 4", "\"agent_calls\": 16");
        delivered(place, "one", "two", "three");
        var status = place.foldline("status").out();
        assertThat(status)
                .contains("nothing is left to do in the plan", "run 4, after r", "16 agent");
        assertThat(place.foldline("replay", "--verify").exit()).isZero();
        var again = repeated(place);
        assertThat(again.exit()).as("nothing is left at the start").isZero();
        assertThat(again.out()).contains("nothing is left to do in the plan");
        delivered(place, "one", "two", "three");
    }

    @Test
    @Thorough
    void the_pull_requests_are_limited_and_a_later_run_continues() throws Exception {
        var place = CatalogProject.ready(folder, "one", "two", "three");
        var reported = repeated(place, "--max-pull-requests", "2", "--json");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out())
                .contains(
                        "\"reason\": \"pull_requests_reached\"",
                        "\"number\": 2",
                        "\"max_pull_requests\": 2");
        delivered(place, "one", "two");
        var ended = place.foldline("resume");
        assertThat(ended.exit()).isZero();
        assertThat(ended.out()).contains("is already completed");
        assertThat(place.foldline("status").out())
                .contains("is done, the last of the 2 pull requests asked for");
        assertThat(repeated(place).exit()).isZero();
        delivered(place, "one", "two", "three");
    }

    @Test
    @Thorough
    void one_budget_covers_all_pull_requests() throws Exception {
        var place = CatalogProject.ready(folder, "one", "two", "three");
        var reported = repeated(place, "--budget", "agent_calls=7");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(6);
        assertThat(CatalogProject.calls(place)).isEqualTo(7);
        assertThat(place.foldline("status").out()).contains("2 of 2 agent calls", "7 agent calls");
        var more = Remedy.done(place, reported, "foldline resume r");
        assertThat(more.out()).contains("nothing is left");
        delivered(place, "one", "two", "three");
        assertThat(CatalogProject.calls(place)).isEqualTo(16);
    }

    @Test
    @Thorough
    void a_budget_that_ends_with_a_pull_request_stops_before_the_next_call() throws Exception {
        var place = CatalogProject.ready(folder, "one", "two");
        var reported = repeated(place, "--budget", "agent_calls=5");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(6);
        assertThat(CatalogProject.calls(place)).isEqualTo(5);
        Remedy.done(place, reported, "foldline resume r");
        delivered(place, "one", "two");
    }

    /** The state in which a driver dies behind a pull request and before the next one. */
    @Thorough
    @Test
    void a_series_between_two_pull_requests_is_resumed() throws Exception {
        var place = CatalogProject.ready(folder, "one", "two");
        var refused = dirtied(place, REPEAT);
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err()).contains("uncommitted changes: dirt", "foldline resume r");
        var status = place.foldline("status");
        assertThat(status.out()).contains("the next pull request of the plan has not started");
        Files.delete(place.root.resolve("dirt"));
        var first = place.runs().newestFirst().getFirst();
        Files.createDirectories(place.runs().directory(RunId.successorOf(first.id())).inbox());
        var other = place.inAnotherTerminal("resume", first.id().text());
        var resumed = place.foldline("resume", first.id().text());
        var both = List.of(resumed.exit(), other.get().exit());
        assertThat(both).as(resumed.all() + other.get().all()).contains(0).isSubsetOf(0, 8);
        delivered(place, "one", "two");
        assertThat(place.runs().newestFirst()).hasSize(3);
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
        endsTheSame("write a test of two");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "choose the first pull request",
                "implement one",
                "mark this pull request as [DONE]"
            })
    @Thorough
    void a_series_killed_at_any_call_ends_the_same(String call) throws Exception {
        endsTheSame(call);
    }

    private void endsTheSame(String call) throws Exception {
        var place = CatalogProject.ready(folder, "one", "two", "three");
        CatalogProject.when(place, call, "kill -9 $(cat $HOME/engine); sleep 300");
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
        var resumed = place.foldline("resume");
        assertThat(resumed.exit()).as(resumed.all()).isZero();
        delivered(place, "one", "two", "three");
    }

    /** Every few calls the driver is killed or ended, or the agent fails or submits nothing. */
    @ParameterizedTest
    @ValueSource(ints = {3, 8})
    @Thorough
    void a_plan_of_ten_survives_disturbances(int seed) throws Exception {
        String[] names = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
        var place = CatalogProject.ready(folder, names);
        Files.writeString(
                CatalogProject.home(place, "each"),
                """
                case $(( ($(wc -l < "$HOME/calls") * 7919 + %d) %% 13 )) in
                  0) kill -9 $(cat "$HOME/engine"); sleep 300 ;;
                  1) kill -TERM $(cat "$HOME/engine"); sleep 300 ;;
                  2) exit 1 ;;
                  3) exit 0 ;;
                esac
                """
                        .formatted(seed));
        var ended =
                Shell.run(
                        place,
                        """
                        driven() { "$ENGINE" "$@" & echo $! > "$HOME/engine"; wait $!; code=$?; }
                        driven run --workflow tdd -f PLAN.md --repeat --budget agent_calls=1000
                        tries=0
                        while [ $code -ne 0 ] && [ $tries -lt 100 ]; do
                          driven resume
                          [ $code -ne 1 ] || driven retry
                          tries=$((tries + 1))
                        done
                        echo "ended $code"
                        """);
        assertThat(ended.out()).as(ended.all()).contains("ended 0");
        delivered(place, names);
        assertThat(place.runs().newestFirst()).hasSize(names.length + 1);
    }

    @Test
    @Thorough
    void a_signal_pauses_the_series_and_resume_continues_it() throws Exception {
        var place = CatalogProject.ready(folder, "one", "two");
        CatalogProject.when(place, "write a test of two", "kill -TERM $(cat $HOME/engine)");
        var stopped =
                Shell.run(
                        place,
                        """
                        "$ENGINE" run --workflow tdd -f PLAN.md --repeat &
                        echo $! > $HOME/engine
                        wait $!
                        echo "was $?"
                        """);
        assertThat(stopped.out()).contains("was 143");
        assertThat(place.foldline("resume").exit()).isZero();
        delivered(place, "one", "two");
    }

    @Thorough
    @Test
    void a_pulled_run_between_two_pull_requests_is_abandoned_as_printed() throws Exception {
        var place = CatalogProject.ready(folder, "one", "two");
        assertThat(dirtied(place, REPEAT).exit()).isEqualTo(1);
        Files.delete(place.root.resolve("dirt"));
        assertThat(place.foldline("task", "get").exit()).isZero();
        var first = place.runs().newestFirst().getLast().id().text();
        var refused = place.foldline("resume", first);
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err()).contains("an agent that pulls its work");
        Remedy.done(place, refused, "foldline task get");
        Remedy.done(place, refused, "foldline reset");
        assertThat(place.foldline("resume", first).exit()).isZero();
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
    @Thorough
    void only_the_workflow_of_a_plan_is_repeated() throws Exception {
        var place = CatalogProject.ready(folder, "one");
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
        Remedy.added(place, alone, "--repeat", "run", "-f", "PLAN.md", "--max-pull-requests", "2");
        delivered(place, "one");
        Remedy.done(place, other, "foldline run --workflow tdd --repeat");
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
