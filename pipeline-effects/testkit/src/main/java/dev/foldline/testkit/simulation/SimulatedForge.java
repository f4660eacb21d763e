package dev.foldline.testkit.simulation;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Finding;
import dev.foldline.core.state.PullRequest.Observation;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.state.PullRequest.Status;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What happens to the pull request of a simulated run. */
final class SimulatedForge {
    private SimulatedForge() {}

    private static final String JOB = "build";

    /**
     * Failed checks, some also on the base, and remarks, later a merge; sometimes someone closes
     * it, or pushes.
     */
    static Option<Command> news(SeededRandom fate, PipelineState state) {
        var request = state.ledger().repository().request();
        var head = request.heads().lastOption().getOrElse("nothing");
        int turn = request.handled().size();
        boolean completes = request.draft() || request.mergeability().isDefined();
        var observed =
                fate.fork("changes").chance(60)
                        ? new Observation(1, head, Status.OPEN, Checks.FAILED, findings(fate, turn))
                                .withFailedOnBase(
                                        fate.fork("known").chance(30)
                                                ? Vector.of(JOB)
                                                : Vector.empty())
                        : new Observation(
                                1,
                                fate.fork("moved").chance(10) ? "pushed-" + turn : head,
                                completes && fate.fork("own").chance(80)
                                        ? Status.OPEN
                                        : fate.fork("end")
                                                .pick(Status.MERGED, Status.CLOSED, Status.OPEN),
                                Checks.PASSED,
                                Vector.empty(),
                                Option.none(),
                                Option.of(fate.fork("mergeable").pick("clean", "unstable")),
                                Vector.empty());
        return request.link().map(_ -> new Command.SeePullRequest(observed));
    }

    private static Vector<Finding> findings(SeededRandom fate, int turn) {
        return Vector.of(
                new Finding(
                        "base-" + turn,
                        fate.fork("base").pick(Source.CONFLICT, Source.BEHIND, Source.COMMENT),
                        "the base moved",
                        Option.none()),
                new Finding(
                        "check-" + turn,
                        Source.CHECK,
                        "a check failed",
                        Option.none(),
                        Option.of(JOB)),
                new Finding(
                        "remark-" + (fate.fork("again").chance(20) ? 0 : turn),
                        Source.LINE,
                        "a remark",
                        Option.none()));
    }
}
