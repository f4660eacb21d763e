package dev.foldline.core.change;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What a run has found out about its change.
 *
 * @param report the latest comparison with the base; none before the first
 * @param trials the trials on its tree, in order; one that failed may be there twice
 * @param approved what the user approved last; none before the first approval
 * @param restored paths that were put back since the start, at most {@link #RESTORED_MAX}
 */
public record ChangeFindings(
        Option<ChangeReport> report,
        Vector<Tried> trials,
        Option<Approved> approved,
        Vector<String> restored) {
    private static final int RESTORED_MAX = 200;

    public static final ChangeFindings NONE =
            new ChangeFindings(Option.none(), Vector.empty(), Option.none(), Vector.empty());

    /** A trial and its result. */
    public record Tried(Trial trial, TrialResult result) {}

    /**
     * A change that the user approved, with what was known about it.
     *
     * @param missing tests that passed on the base and ran no more; empty in older logs
     */
    public record Approved(ChangeReport report, Vector<Tried> trials, Vector<String> missing) {}

    /** Records a comparison. Trials on the same trees are kept. */
    public ChangeFindings withReport(ChangeReport latest) {
        boolean isSame =
                report.exists(
                        before ->
                                before.base().equals(latest.base())
                                        && before.tree().equals(latest.tree()));
        return new ChangeFindings(
                Option.of(latest), isSame ? trials : Vector.empty(), approved, restored);
    }

    /** Records a run of a trial. */
    public ChangeFindings withTrial(Trial trial, TrialResult result) {
        return new ChangeFindings(
                report, trials.append(new Tried(trial, result)), approved, restored);
    }

    /**
     * Records that the user approved this tree.
     *
     * @param missing tests that passed on the base and ran no more
     */
    public ChangeFindings withApproval(String tree, Vector<String> missing) {
        return report.filter(each -> each.tree().equals(tree))
                .map(
                        each ->
                                new ChangeFindings(
                                        report,
                                        trials,
                                        Option.of(new Approved(each, trials, missing)),
                                        restored))
                .getOrElse(this);
    }

    public ChangeFindings withRestored(Vector<String> paths) {
        return paths.isEmpty()
                ? this
                : new ChangeFindings(
                        report,
                        trials,
                        approved,
                        restored.appendAll(paths).distinct().take(RESTORED_MAX));
    }

    /** Returns how many times a trial was made on the tree of the report. */
    public int runs(Trial trial) {
        return trials.count(each -> each.trial() == trial);
    }

    /** Returns what counts of a trial on the tree of the report. */
    public Option<TrialResult> result(Trial trial) {
        return trials.filter(each -> each.trial() == trial)
                .map(Tried::result)
                .reduceLeftOption(TrialResult::and);
    }

    /** Returns what counts of each trial, in order. */
    public Vector<Tried> results() {
        return trials.map(Tried::trial)
                .distinct()
                .flatMap(trial -> result(trial).map(result -> new Tried(trial, result)));
    }
}
