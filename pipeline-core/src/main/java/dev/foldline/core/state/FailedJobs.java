package dev.foldline.core.state;

import dev.foldline.core.state.PullRequest.Finding;
import dev.foldline.core.state.PullRequest.Observation;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.verdict.CheckFailure;
import dev.foldline.core.verdict.CheckResult;
import dev.foldline.core.verdict.CheckRun;
import dev.foldline.core.verdict.Verdict;
import dev.foldline.core.verdict.VerdictText;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Failed jobs of a forge, judged as failures of a check are: by comparison with the base. */
public final class FailedJobs {
    private FailedJobs() {}

    /** Forges have several words for it. */
    private static final String FAILED = "failed";

    /** Returns the verdict about the failed jobs that were observed. */
    public static Verdict verdict(Observation observed) {
        return Verdict.of(
                Option.of(run(observed.failedOnBase())),
                run(observed.findings().filter(FailedJobs::isFailed).flatMap(Finding::job)),
                Option.none());
    }

    /** Returns what was observed; failed jobs that fail on the base too are known. */
    static Vector<Finding> judged(Observation observed) {
        var known = verdict(observed).known().map(CheckFailure::text);
        return observed.findings()
                .map(
                        each ->
                                isFailed(each) && each.job().exists(known::contains)
                                        ? new Finding(
                                                each.id(),
                                                Source.KNOWN,
                                                each.title(),
                                                each.text(),
                                                each.job())
                                        : each);
    }

    /** Returns the names of the jobs of these findings that are known. */
    public static Vector<String> known(Vector<Finding> findings) {
        return findings.filter(each -> each.source() == Source.KNOWN)
                .flatMap(Finding::job)
                .distinct();
    }

    /** Returns the remark for an agent about known jobs; none without any. */
    public static Option<Finding> remark(Vector<Finding> findings) {
        var known = known(findings);
        return Option.when(
                known.nonEmpty(),
                () ->
                        new Finding(
                                "",
                                Source.KNOWN,
                                "known failures, not your task: " + VerdictText.few(known),
                                Option.none()));
    }

    private static boolean isFailed(Finding finding) {
        return finding.source() == Source.CHECK;
    }

    private static CheckRun run(Vector<String> jobs) {
        return new CheckRun(
                "",
                jobs.distinct()
                        .map(job -> new CheckResult.TestsFailed(job, FAILED, Vector.of(job))));
    }
}
