package dev.foldline.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.core.state.FailedJobs;
import dev.foldline.core.state.PullRequest;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Finding;
import dev.foldline.core.state.PullRequest.Link;
import dev.foldline.core.state.PullRequest.Observation;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.core.state.RemarkReplies;
import dev.foldline.core.state.RemarkReply;
import dev.foldline.core.workflow.DeliveryBounds;
import dev.foldline.core.workflow.ForgeOperation;
import dev.foldline.core.workflow.MergeMethod;
import dev.foldline.core.workflow.RequestCompletion;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** What a run knows of its pull request, whatever the forge reports in whatever order. */
class PullRequestProperties {
    private static final int REPORTS = 12;

    /** These may count again for another head, before the run has responded. */
    private static final Set<Source> OF_HEAD =
            Set.of(Source.CHECK, Source.KNOWN, Source.CONFLICT, Source.BEHIND);

    /** An answer is no wish for a change, and what was seen once is never new again. */
    @Property
    void each_finding_counts_once_and_an_answer_asks_for_nothing(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var fate = choices.source();
        var request =
                PullRequest.NONE
                        .opened(new Link(1, "url"), RequestCompletion.BY_USERS)
                        .pushed("head-0");
        var counted = new HashSet<String>();
        for (int turn = 0; turn < REPORTS; turn++) {
            var report = report(fate.fork("report-" + turn));
            var fresh = request.fresh(report);
            for (var finding : fresh.findings())
                if (!OF_HEAD.contains(finding.source()))
                    assertThat(counted.add(finding.id())).isTrue();
            var after = request.after(report);
            assertThat(after.pending()).noneMatch(each -> each.source() == Source.ANSWER);
            assertThat(after.pending().map(Finding::id)).doesNotHaveDuplicates();
            assertThat(after.handled()).doesNotHaveDuplicates();
            assertThat(after.pending().map(Finding::id).filter(after.handled()::contains))
                    .isEmpty();
            assertThat(after.fresh(report).findings()).isEmpty();
            assertThat(after.rounds()).isEqualTo(request.rounds());
            request = after;
            if (fate.fork("back-" + turn).chance(25)) request = sentBack(fate, request);
            if (fate.fork("push-" + turn).chance(25)) request = request.pushed("head-" + turn);
        }
    }

    /** Whatever their order, jobs are judged by what the same report says about the base. */
    @Property
    void a_failed_job_asks_for_a_change_only_if_the_base_does_not_fail_it(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var fate = choices.source();
        var request =
                PullRequest.NONE
                        .opened(new Link(1, "url"), RequestCompletion.BY_USERS)
                        .pushed("head-0");
        for (int turn = 0; turn < REPORTS; turn++) {
            var report = report(fate.fork("report-" + turn));
            var failed =
                    request.fresh(report)
                            .findings()
                            .filter(each -> each.source() == Source.CHECK)
                            .partition(each -> each.job().exists(report.failedOnBase()::contains));
            var after = request.after(report);
            var added = after.pending().removeAll(request.pending());
            assertThat(checks(added)).isEqualTo(failed._2().map(Finding::id).toJavaSet());
            assertThat(FailedJobs.known(added).toSet())
                    .isEqualTo(failed._1().flatMap(Finding::job).toSet());
            assertThat(after.asking(ForgeOperation.CHANGES))
                    .noneMatch(each -> each.source() == Source.KNOWN);
            assertThat(after.rounds()).isEqualTo(request.rounds());
            var reversed =
                    report.withFindings(report.findings().reverse())
                            .withFailedOnBase(report.failedOnBase().reverse());
            assertThat(FailedJobs.known(request.after(reversed).pending()).toSet())
                    .isEqualTo(FailedJobs.known(after.pending()).toSet());
            request = after;
            if (fate.fork("back-" + turn).chance(25)) request = sentBack(fate, request);
            if (fate.fork("push-" + turn).chance(25)) {
                request = request.pushed("head-" + turn + "-" + turn);
                assertThat(FailedJobs.known(request.pending())).isEmpty();
            }
        }
    }

    private static Set<String> checks(Vector<Finding> findings) {
        return findings.filter(each -> each.source() == Source.CHECK).map(Finding::id).toJavaSet();
    }

    /** A merge is due only about the pushed head, as the latest report describes it. */
    @Property
    void a_merge_is_due_only_if_the_latest_report_of_the_pushed_head_allows_it(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var fate = choices.source();
        var request =
                PullRequest.NONE
                        .opened(
                                new Link(1, "url"),
                                new RequestCompletion(
                                        false, Option.of(MergeMethod.MERGE), Option.none()))
                        .pushed("head-0");
        for (int turn = 0; turn < REPORTS; turn++) {
            var report = report(fate.fork("report-" + turn));
            request = request.after(report);
            if (request.isMergeDue() && request.heads().last().equals(report.head())) {
                assertThat(report.status()).isEqualTo(Status.OPEN);
                assertThat(report.checks()).isEqualTo(Checks.PASSED);
                assertThat(report.mergeable()).isNotEmpty();
                assertThat(request.asking(ForgeOperation.CHANGES)).isEmpty();
                assertThat(request.unconfirmed().isMergeDue()).isFalse();
                assertThat(request.mergeRefused("no", Instant.EPOCH).isMergeDue()).isFalse();
                assertThat(request.merged().isMergeDue()).isFalse();
            }
            if (fate.fork("push-" + turn).chance(25)) {
                request = request.pushed("head-" + turn + "-" + turn);
                assertThat(request.isMergeDue()).isFalse();
            }
        }
    }

    /** Posting is what the forge accepts; what it refuses is due again after a push. */
    @Property
    void each_remark_in_a_thread_is_owed_one_reply_after_the_push_that_follows_it(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var fate = choices.source();
        var request =
                PullRequest.NONE
                        .opened(new Link(1, "url"), RequestCompletion.BY_USERS)
                        .pushed("head-0");
        var owed = new HashSet<String>();
        var posted = new HashSet<String>();
        for (int turn = 0; turn < REPORTS; turn++) {
            request = request.after(report(fate.fork("report-" + turn)));
            if (fate.fork("back-" + turn).chance(40)) {
                var asking = request.asking(ForgeOperation.CHANGES);
                asking.filter(each -> each.source() == Source.LINE)
                        .forEach(each -> owed.add(each.id()));
                var due = request.dueReplies();
                request = request.sentBack(ForgeOperation.CHANGES).owingReplies(asking);
                assertThat(request.dueReplies()).as("before the push").isEqualTo(due);
            }
            if (fate.fork("push-" + turn).chance(40)) request = request.pushed("head-" + turn % 5);
            var due = request.dueReplies().map(RemarkReply::id);
            if (fate.fork("reply-" + turn).chance(40)) {
                if (fate.fork("accepts-" + turn).chance(60)) {
                    due.forEach(id -> assertThat(posted.add(id)).as(id).isTrue());
                    request = request.repliesPosted();
                } else request = request.repliesRefused();
                assertThat(request.dueReplies()).isEmpty();
            }
        }
        request.pushed("last").dueReplies().forEach(each -> posted.add(each.id()));
        assertThat(posted).isEqualTo(owed);
        assertThat(request.pushed("last").repliesPosted().responses().replies())
                .isEqualTo(RemarkReplies.NONE);
    }

    @Example
    void the_replies_that_are_owed_are_bounded() {
        var request = PullRequest.NONE.pushed("head-0");
        for (int i = 0; i < 3 * PullRequest.FINDINGS_MAX; i++) {
            var remark = new Finding("LINE-" + i, Source.LINE, "title", Option.none());
            request = request.owingReplies(Vector.of(remark));
            if (i % 100 == 0) request = request.pushed("head-" + i).repliesRefused();
        }
        var due = request.pushed("last").dueReplies();
        assertThat(due).hasSize(PullRequest.FINDINGS_MAX);
        assertThat(due.last().id()).isEqualTo("LINE-" + (3 * PullRequest.FINDINGS_MAX - 1));
    }

    /** One response leaves what waits for another. */
    private static PullRequest sentBack(SeededRandom fate, PullRequest request) {
        var label =
                fate.fork("label")
                        .pick(
                                ForgeOperation.CHANGES,
                                ForgeOperation.CONFLICT,
                                ForgeOperation.BEHIND);
        var back = request.sentBack(label);
        var bounds = new DeliveryBounds(0, 0, 0, 1);
        assertThat(request.spent(label, bounds).isEmpty())
                .isEqualTo(back.rounds().equals(request.rounds()));
        for (var bound : request.spent(label, bounds)) {
            var left = request.leftToUser(bound);
            assertThat(left.rounds()).isEqualTo(request.rounds());
            assertThat(left.spent(label, bounds)).isNotEqualTo(Option.of(bound));
            assertThat(request.pending().removeAll(left.pending()))
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(kind(each.source())).isEqualTo(bound));
        }
        assertThat(back.asking(label)).isEmpty();
        assertThat(back.pending().size())
                .isEqualTo(request.pending().size() - request.asking(label).size());
        return back;
    }

    private static String kind(Source source) {
        return switch (source) {
            case CHECK -> ForgeOperation.CHECKS_SPENT;
            case REVIEW, LINE, COMMENT -> ForgeOperation.REVIEWS_SPENT;
            case CONFLICT, BEHIND -> ForgeOperation.UPDATES_SPENT;
            case KNOWN, ANSWER -> "";
        };
    }

    private static Observation report(SeededRandom fate) {
        Vector<Finding> findings = Vector.empty();
        for (int i = 0; i < 3; i++) {
            var source = fate.fork("source-" + i).pick(Source.values());
            int number = fate.fork("number-" + i).pick(0, 1, 2, 3, 4);
            findings = findings.append(finding(source, number));
        }
        return new Observation(
                1,
                "head-" + fate.fork("head").pick(0, 1, 2),
                fate.fork("status").pick(Status.OPEN, Status.MERGED),
                fate.fork("checks").pick(Checks.values()),
                findings,
                Option.none(),
                fate.fork("mergeable").pick(Option.none(), Option.of("clean")),
                Vector.of("build", "test", "lint")
                        .filter(job -> fate.fork("base-" + job).chance(40)));
    }

    private static final Vector<Option<String>> JOBS =
            Vector.of(Option.none(), Option.of("build"), Option.of("test"));

    /** Not each failure names a job, and no forge reports what is known. */
    private static Finding finding(Source source, int number) {
        if (source != Source.CHECK && source != Source.KNOWN)
            return new Finding(source + "-" + number, source, "title", Option.none());
        return new Finding(
                Source.CHECK + "-" + number,
                Source.CHECK,
                "title",
                Option.none(),
                JOBS.get(number % JOBS.size()));
    }
}
