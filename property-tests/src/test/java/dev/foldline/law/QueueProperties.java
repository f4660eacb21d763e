package dev.foldline.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.queue.QueueAction;
import dev.foldline.app.queue.QueueClaim;
import dev.foldline.app.queue.QueueView.Activity;
import dev.foldline.app.queue.QueueView.Limits;
import dev.foldline.law.QueueModel.Server;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What holds for a queue of issues, whatever servers, users and crashes do in whatever order. */
class QueueProperties {
    private static final Limits LIMITS =
            new Limits(1, 3, Option.of(BigDecimal.TEN), Vector.of("author1", "author2"));
    private static final int STEPS_MAX = 500;

    @Property
    void each_setting_of_the_label_by_a_writer_leads_to_one_run_at_most(
            @ForAll("choices") List<Integer> choices) {
        var model = new QueueModel(LIMITS);
        Set<Long> byWriters = new HashSet<>();
        for (int choice : choices) {
            disturb(model, choice);
            model.issues.values().stream()
                    .filter(each -> each.isTrusted)
                    .forEach(each -> byWriters.add(each.labelling));
            for (var server : model.servers) {
                assertThat(
                                server.runs.count(
                                        run ->
                                                run.activity() == Activity.WORKING
                                                        || run.activity() == Activity.LEFT))
                        .isLessThanOrEqualTo(LIMITS.runsAtOnce());
                assertThat(server.runs.size()).isLessThanOrEqualTo(LIMITS.runsPerDay());
            }
            assertThat(model.runs().map(run -> run.labelling()).asJava())
                    .doesNotHaveDuplicates()
                    .isSubsetOf(byWriters);
            assertThat(model.runs()).allMatch(run -> run.issue() <= LIMITS.authors().size());
        }
    }

    @Property
    void a_queue_that_is_left_alone_comes_to_rest_with_no_claim_twice_and_no_unwanted_run(
            @ForAll("choices") List<Integer> choices) {
        var model = new QueueModel(LIMITS);
        for (int choice : choices) disturb(model, choice);
        for (var server : model.servers) server.view = null;
        int steps = 0;
        for (int round = 0; round < 6; round++)
            for (var server : model.servers)
                while (!(model.step(server) instanceof QueueAction.Rest))
                    assertThat(steps++).isLessThan(STEPS_MAX);
        for (var server : model.servers) {
            for (var run : server.runs) {
                var issue = model.issues.get(run.issue());
                boolean isWanted =
                        issue.isOpen && issue.isLabelled && issue.labelling == run.labelling();
                assertThat(run.activity() == Activity.ENDED).isEqualTo(run.isFinished());
                assertThat(run.isFinished() || isWanted).isTrue();
            }
            assertThat(server.runs.map(run -> run.activity())).doesNotContain(Activity.LEFT);
        }
        for (long number = 1; number <= LIMITS.authors().size(); number++) {
            var issue = model.issues.get(number);
            long labelling = issue.labelling;
            assertThat(issue.notes.stream().map(each -> each.body().lines().findFirst()))
                    .doesNotHaveDuplicates();
            for (var server : model.servers)
                if (server.isBroken && issue.isWanted() && server.runs.isEmpty())
                    assertThat(
                                    issue.notes.stream()
                                            .flatMap(each -> QueueClaim.of(each).toJavaStream()))
                            .noneMatch(
                                    each ->
                                            each.labelling() == labelling
                                                    && each.server().equals(server.name));
            boolean hasRoom = model.servers.stream().allMatch(server -> server.runs.isEmpty());
            if (issue.isWanted()
                    && hasRoom
                    && model.servers.stream().anyMatch(server -> !server.isBroken))
                assertThat(model.runs().count(run -> run.labelling() == labelling)).isOne();
        }
    }

    @Provide
    Arbitrary<List<Integer>> choices() {
        return Arbitraries.integers()
                .between(0, 9_999)
                .withDistribution(RandomDistribution.uniform())
                .list()
                .ofMinSize(100)
                .ofMaxSize(300);
    }

    private static void disturb(QueueModel model, int choice) {
        long number = choice % 3 + 1L;
        var issue = model.issues.get(number);
        Server server = model.servers.get(choice / 3 % 3);
        switch (choice / 9 % 16) {
            case 0 -> model.label(number, true);
            case 1 -> model.label(number, choice % 2 == 0);
            case 2 -> issue.isLabelled = false;
            case 3 -> issue.isOpen = !issue.isOpen;
            case 4 -> server.view = null;
            case 5 -> model.end(server, choice);
            case 6 -> model.loseDriver(server, choice);
            case 7 -> server.isBroken = choice % 2 == 0;
            default -> model.step(server);
        }
    }
}
