package dev.foldline.law.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.SeeCommits;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.event.InputEvent.CommitsSeen;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.WatchedBranches;
import dev.foldline.core.state.WatchedBranches.Seen;
import dev.foldline.core.state.WatchedBranches.Sighting;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.watch.NewCommits;
import dev.foldline.effects.json.Wire;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Law: of each commit on a local branch a workflow is told once, whatever is done to branches and
 * whenever it is looked.
 */
class WatchCommandProperties {
    private static final int BEATS = 40;

    /** A workflow beside whose repository somebody watches, and what it has been told. */
    private static final class Workflow {
        private final DrawnHistory history;
        private final SeededRandom luck;
        private final NewCommits news;
        private final List<Seen> told = new ArrayList<>();
        private final Set<String> before;
        private PipelineState state =
                Pipeline.start(
                        new RunStarted(
                                "r",
                                Tasks.workflow(Policy.DEFAULT),
                                "t",
                                Pipeline.RULES_VERSION,
                                Instant.EPOCH));

        Workflow(SeededRandom luck) throws GitFault {
            this.luck = luck;
            history = new DrawnHistory(luck.fork("history"));
            for (int each = luck.below(10); each > 0; each--) history.happens();
            news = new NewCommits(history, 1 + luck.below(6), _ -> true);
            before = history.reached(history.tips().values());
            while (known().isEmpty()) look();
        }

        private Option<WatchedBranches> known() {
            return state.ledger().repository().watched();
        }

        /**
         * One look; what it brings may be lost before it is on disk, told twice, or split into
         * parts.
         */
        boolean look() throws GitFault {
            var found = news.since(known());
            if (found.isEmpty()) return false;
            if (!luck.chance(20)) send(found.get());
            if (luck.chance(20)) send(found.get());
            return true;
        }

        private void send(SeeCommits command) {
            Pipeline.admit(state, command)
                    .forEach(
                            event -> {
                                assertThat(Pipeline.reduce(Pipeline.reduce(state, event), event))
                                        .as("heard twice")
                                        .isEqualTo(Pipeline.reduce(state, event));
                                state = Pipeline.reduce(state, event);
                                // Whoever takes it up again knows what was kept.
                                if (luck.chance(10)) state = Wire.state(Wire.toJson(state));
                                told.addAll(((CommitsSeen) event).sighting().commits().asJava());
                            });
        }
    }

    private interface Trial {
        void on(Workflow workflow) throws GitFault;
    }

    private static void eachTime(RandomChoices luck, Trial trial) throws GitFault {
        var workflow = new Workflow(luck.source());
        for (int beat = 0; beat < BEATS; beat++) {
            if (workflow.luck.chance(70)) workflow.history.happens();
            else workflow.look();
            trial.on(workflow);
        }
        while (workflow.look()) trial.on(workflow);
    }

    @Property
    void S1_37_no_commit_is_reported_twice_and_no_earlier_commit_is_reported(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) throws GitFault {
        eachTime(
                luck,
                workflow ->
                        assertThat(workflow.told)
                                .extracting(Seen::commit)
                                .doesNotHaveDuplicates()
                                .doesNotContainAnyElementsOf(workflow.before));
    }

    @Property
    void S1_38_every_commit_reachable_from_a_branch_has_been_reported_once_no_news_is_left(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) throws GitFault {
        eachTime(
                luck,
                workflow -> {
                    if (workflow.news.since(workflow.known()).isDefined()) return;
                    var known = new HashSet<>(workflow.before);
                    workflow.told.forEach(each -> known.add(each.commit()));
                    assertThat(known)
                            .containsAll(
                                    workflow.history.reached(workflow.history.tips().values()));
                    assertThat(workflow.known().get().tips().toJavaMap())
                            .as("the cursor of each branch")
                            .isEqualTo(workflow.history.tips());
                });
    }

    @Property
    void S1_37_a_commit_is_reported_after_its_parents(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) throws GitFault {
        eachTime(
                luck,
                workflow -> {
                    var known = new HashSet<>(workflow.before);
                    for (var each : workflow.told) {
                        assertThat(known)
                                .as(each.commit())
                                .containsAll(workflow.history.parents(each.commit()));
                        known.add(each.commit());
                    }
                });
    }

    @Property
    void a_commit_counts_to_a_branch_it_is_on(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) throws GitFault {
        eachTime(
                luck,
                workflow -> {
                    int before = workflow.told.size();
                    var branches = workflow.history.branches();
                    workflow.look();
                    for (var each : workflow.told.subList(before, workflow.told.size()))
                        assertThat(branches.get(each.branch())).contains(each.commit());
                });
    }

    @Property
    void S1_40_a_report_lost_before_it_was_on_disk_is_found_again(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) throws GitFault {
        var workflow = new Workflow(luck.source());
        while (workflow.look()) assertThat(workflow.told).isEmpty();
        for (int beat = 0; beat < BEATS; beat++) workflow.history.happens();
        var first = workflow.news.since(workflow.known());
        assertThat(first.isDefined()).isTrue();
        assertThat(workflow.news.since(workflow.known())).as("nobody has told it").isEqualTo(first);
    }

    @Test
    void S1_39_ten_thousand_commits_are_remembered_and_then_the_older_half_is_forgotten() {
        var full = WatchedBranches.NOTHING.after(of(0, WatchedBranches.COMMITS_MAX));
        assertThat(full.recent()).hasSize(WatchedBranches.COMMITS_MAX);
        assertThat(full.fresh(of(0, WatchedBranches.COMMITS_MAX)).commits())
                .as("none is told again")
                .isEmpty();
        var halved = full.after(of(WatchedBranches.COMMITS_MAX, 1));
        assertThat(halved.recent())
                .hasSize(WatchedBranches.COMMITS_MAX / 2 + 1)
                .startsWith("w" + WatchedBranches.COMMITS_MAX / 2)
                .endsWith("w" + WatchedBranches.COMMITS_MAX);
        assertThat(halved.fresh(of(0, 10)).commits())
                .as("what is forgotten would count as new")
                .hasSize(10);
        var marked =
                new Sighting(
                        LinkedHashMap.empty(),
                        Vector.empty(),
                        Vector.of("w1", "w2"),
                        Vector.empty());
        assertThat(WatchedBranches.NOTHING.after(marked).after(marked).marks())
                .as("once")
                .containsExactly("w1", "w2");
        assertThat(WatchedBranches.NOTHING.after(of(0, 3 * WatchedBranches.COMMITS_MAX)).recent())
                .as("bounded at any rate")
                .hasSize(WatchedBranches.COMMITS_MAX);
    }

    @Test
    void S1_39_a_repeated_report_is_refused_and_a_partly_new_one_is_reduced_to_the_new_commits()
            throws GitFault {
        var workflow = new Workflow(SeededRandom.of(2));
        while (workflow.look()) assertThat(workflow.told).isEmpty();
        var first = new Command.SeeCommits(of(0, 3));
        workflow.send(first);
        assertThat(Pipeline.admit(workflow.state, first).getLeft().code())
                .isEqualTo(Rejection.Code.ALREADY_PROCESSED);
        workflow.send(new Command.SeeCommits(of(1, 3)));
        assertThat(workflow.told).extracting(Seen::commit).containsExactly("w0", "w1", "w2", "w3");
    }

    private static Sighting of(int first, int count) {
        return new Sighting(
                LinkedHashMap.of("main", "w" + (first + count - 1)),
                Vector.empty(),
                Vector.empty(),
                Vector.range(first, first + count).map(each -> new Seen("w" + each, "main", "")));
    }
}
