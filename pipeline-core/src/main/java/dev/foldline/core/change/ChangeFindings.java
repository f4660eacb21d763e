package dev.foldline.core.change;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What a run has found out about its change.
 *
 * @param report the latest comparison with the base; none before the first
 * @param trials the trials on its tree, in order
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

    /** A change that the user approved, with what its trials had shown. */
    public record Approved(ChangeReport report, Vector<Tried> trials) {}

    /** Records a comparison. Trials on the same trees are kept. */
    public ChangeFindings compared(ChangeReport latest) {
        boolean isSame =
                report.exists(
                        before ->
                                before.base().equals(latest.base())
                                        && before.tree().equals(latest.tree()));
        return new ChangeFindings(
                Option.of(latest), isSame ? trials : Vector.empty(), approved, restored);
    }

    public ChangeFindings tried(Trial trial, TrialResult result) {
        return new ChangeFindings(
                report,
                trials.reject(each -> each.trial() == trial).append(new Tried(trial, result)),
                approved,
                restored);
    }

    /** Records that the user approved this tree. */
    public ChangeFindings approvedOn(String tree) {
        return report.filter(each -> each.tree().equals(tree))
                .map(
                        each ->
                                new ChangeFindings(
                                        report,
                                        trials,
                                        Option.of(new Approved(each, trials)),
                                        restored))
                .getOrElse(this);
    }

    public ChangeFindings restoring(Vector<String> paths) {
        return paths.isEmpty()
                ? this
                : new ChangeFindings(
                        report,
                        trials,
                        approved,
                        restored.appendAll(paths).distinct().take(RESTORED_MAX));
    }

    /** Returns the result of a trial on the tree of the report. */
    public Option<TrialResult> result(Trial trial) {
        return trials.find(each -> each.trial() == trial).map(Tried::result);
    }
}
