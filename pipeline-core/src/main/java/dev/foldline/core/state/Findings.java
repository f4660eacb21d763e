package dev.foldline.core.state;

import dev.foldline.core.change.ChangeDecision;
import dev.foldline.core.change.ChangeFindings;
import dev.foldline.core.verdict.CheckFailure;
import dev.foldline.core.verdict.Judgement;
import dev.foldline.core.verdict.Verdict;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.Policy;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The latest results of checks, artifacts and commits.
 *
 * @param checks the latest result of each check, by name
 * @param labels the latest label of each artifact, by name; a rewind to before it removes it
 * @param rejection why the last commit was rejected, and how many times in a row; none once a
 *     commit succeeds
 * @param outputs id of the output of each check's last run, by name; none, as in older logs, if it
 *     printed nothing
 * @param series failures that came again in the same way, each until the run passes its place;
 *     empty, as in older logs, without one
 * @param judgements what is compared about each check, by name; empty, as in older logs, without
 *     one
 * @param change what is known about the whole change; nothing in older logs
 */
public record Findings(
        Map<String, Evidence> checks,
        Map<String, Statement> labels,
        Option<RejectedCommit> rejection,
        Map<String, String> outputs,
        Vector<FailureSeries> series,
        Map<String, Judgement> judgements,
        ChangeFindings change) {

    public static final Findings NONE =
            new Findings(
                    LinkedHashMap.empty(),
                    LinkedHashMap.empty(),
                    Option.none(),
                    LinkedHashMap.empty(),
                    Vector.empty(),
                    LinkedHashMap.empty(),
                    ChangeFindings.NONE);

    /**
     * Number of failures of a check in a row with the same output after which the run recovers once
     * and then halts.
     */
    public static final int SAME_OUTPUT_MAX = 3;

    /** Number of rejections of a commit in a row for the same reason after which the run halts. */
    public static final int SAME_REJECTION_MAX = 3;

    /** The latest result of a check. */
    public sealed interface Evidence {

        /** The check had the expected result on a tree. */
        record Passed(String tree) implements Evidence {}

        /** The check failed on a tree, with a verdict that allows commits. */
        record Tolerated(String tree, Verdict verdict) implements Evidence {}

        /**
         * The check failed this many times in a row with output of this fingerprint, or once
         * without one.
         */
        record Failed(Option<String> fingerprint, int times) implements Evidence {}
    }

    /** The label of an accepted artifact, and the step that accepted it. */
    public record Statement(Position at, String label) {}

    /** The commit was rejected this many times in a row for a reason of this fingerprint. */
    public record RejectedCommit(String fingerprint, int times) {}

    public Findings passed(String check, String tree) {
        return with(checks.put(check, new Evidence.Passed(tree)));
    }

    /** Output without a fingerprint equals no other. */
    public Findings failed(String check, Option<String> fingerprint) {
        int times = fingerprint.map(print -> 1 + timesFailed(check, print)).getOrElse(1);
        return with(checks.put(check, new Evidence.Failed(fingerprint, times)));
    }

    /** Returns how many times in a row the check has failed with the same output. */
    public int timesFailed(String check) {
        return checks.get(check)
                .map(each -> each instanceof Evidence.Failed(_, var times) ? times : 0)
                .getOrElse(0);
    }

    private int timesFailed(String check, String fingerprint) {
        return checks.get(check)
                        .exists(
                                each ->
                                        each instanceof Evidence.Failed(var before, _)
                                                && before.contains(fingerprint))
                ? timesFailed(check)
                : 0;
    }

    /** Resets the failure counts. */
    public Findings withoutFailures() {
        return new Findings(
                checks.filterValues(each -> !(each instanceof Evidence.Failed)),
                labels,
                Option.none(),
                outputs,
                Vector.empty(),
                judgements.mapValues(Judgement::undoubted),
                change);
    }

    /** Records the output of a check's last run. */
    public Findings printed(String check, Option<String> output) {
        return new Findings(
                checks,
                labels,
                rejection,
                output.map(id -> outputs.put(check, id)).getOrElse(() -> outputs.remove(check)),
                series,
                judgements,
                change);
    }

    public Findings withoutEvidence(String check) {
        return with(checks.remove(check));
    }

    /** Records a rejected commit. A rejection without a fingerprint equals no other. */
    public Findings rejected(Option<String> fingerprint) {
        return new Findings(
                checks,
                labels,
                fingerprint.map(
                        print ->
                                new RejectedCommit(
                                        print,
                                        1
                                                + rejection
                                                        .filter(
                                                                before ->
                                                                        before.fingerprint()
                                                                                .equals(print))
                                                        .map(RejectedCommit::times)
                                                        .getOrElse(0))),
                outputs,
                series,
                judgements,
                change);
    }

    /** Records a successful commit, which resets the rejection count. */
    public Findings committed() {
        return new Findings(checks, labels, Option.none(), outputs, series, judgements, change);
    }

    public int timesRejected() {
        return rejection.map(RejectedCommit::times).getOrElse(0);
    }

    public Findings stated(String artifact, Position at, String label) {
        return new Findings(
                checks,
                labels.put(artifact, new Statement(at, label)),
                rejection,
                outputs,
                series,
                judgements,
                change);
    }

    /** Discards labels stated at this position or after it, because the run goes back there. */
    public Findings before(Position position) {
        return labels.forAll(each -> position.isAfter(each._2().at()))
                ? this
                : new Findings(
                        checks,
                        labels.filterValues(statement -> position.isAfter(statement.at())),
                        rejection,
                        outputs,
                        series,
                        judgements,
                        change);
    }

    /** Counts one more failure; another one at the same place starts a new series. */
    public Findings failed(Position at, Option<String> agent, Fault fault) {
        return fault.fingerprint()
                .map(
                        print ->
                                withSeries(
                                        series.reject(each -> each.isOf(at, agent))
                                                .append(counted(at, agent, fault, print))))
                .getOrElse(() -> withSeries(series.reject(each -> each.isOf(at, agent))));
    }

    private FailureSeries counted(
            Position at, Option<String> agent, Fault fault, String fingerprint) {
        return series.find(each -> each.isOf(at, agent) && each.isSame(fault))
                .map(FailureSeries::again)
                .getOrElse(() -> FailureSeries.first(at, agent, fault, fingerprint));
    }

    /** Ends the series of all places before this one. */
    public Findings passed(Position now) {
        return series.exists(each -> now.isAfter(each.at()))
                ? withSeries(series.reject(each -> now.isAfter(each.at())))
                : this;
    }

    /** Records a recovery from all failures at this place. */
    public Findings recovered(Position at) {
        return withSeries(series.map(each -> each.at().equals(at) ? each.recovered() : each));
    }

    private Findings withSeries(Vector<FailureSeries> changed) {
        return new Findings(checks, labels, rejection, outputs, changed, judgements, change);
    }

    private Findings with(Map<String, Evidence> newChecks) {
        return new Findings(newChecks, labels, rejection, outputs, series, judgements, change);
    }

    /** Returns what is compared about a check. */
    public Judgement judgement(String check) {
        return judgements.get(check).getOrElse(Judgement.NONE);
    }

    /** Returns what has failed in checks before any change. */
    public Vector<CheckFailure> knownFailures() {
        return judgements.values().toVector().flatMap(Judgement::knownFailures).distinct();
    }

    /** Returns what has failed in checks before any change, in words. */
    public Vector<String> known() {
        return knownFailures().map(CheckFailure::text).distinct();
    }

    public Findings with(String check, Judgement judgement) {
        return new Findings(
                checks,
                labels,
                rejection,
                outputs,
                series,
                judgements.put(check, judgement),
                change);
    }

    /** Records what is known about the whole change. */
    public Findings with(ChangeFindings known) {
        return new Findings(checks, labels, rejection, outputs, series, judgements, known);
    }

    /** Returns what follows from what is known about the change; none if it is not guarded. */
    public Option<ChangeDecision> changeDecision(Policy policy) {
        return policy.guard()
                .map(
                        guard ->
                                new ChangeDecision(
                                        guard, Guard.judging(policy), missingTests(), change));
    }

    /** Returns the tests that passed on the base and are in no report any more. */
    public Vector<String> missingTests() {
        return judgements
                .values()
                .toVector()
                .flatMap(Judgement::verdict)
                .flatMap(Verdict::missing)
                .distinct();
    }

    /** Records a failure on a tree with a verdict that allows commits. */
    public Findings tolerated(String check, String tree, Verdict verdict) {
        return with(checks.put(check, new Evidence.Tolerated(tree, verdict)));
    }

    /** Returns whether the latest verdict about the tree allows commits. */
    public boolean isProven(String check, String tree) {
        return checks.get(check)
                .exists(
                        each ->
                                switch (each) {
                                    case Evidence.Passed(var on) -> on.equals(tree);
                                    case Evidence.Tolerated(var on, var verdict) ->
                                            on.equals(tree) && verdict.allowsCommit();
                                    case Evidence.Failed _ -> false;
                                });
    }

    /**
     * Returns the turn of a stage in which the artifact stated this label, if it is the artifact's
     * latest label.
     */
    public Option<Integer> stated(String artifact, String label, int stage) {
        return labels.get(artifact)
                .filter(last -> last.label().equals(label) && last.at().stage() == stage)
                .map(last -> last.at().turn());
    }

    /** Returns what the latest results of the checks say together; none without a check. */
    public Option<String> checkResult() {
        var results = checks.values();
        if (results.isEmpty()) return Option.none();
        if (results.exists(Evidence.Failed.class::isInstance)) return Option.of("a check failed");
        return Option.of(
                results.exists(Evidence.Tolerated.class::isInstance)
                        ? "no new failure in its checks"
                        : "checks passed");
    }
}
