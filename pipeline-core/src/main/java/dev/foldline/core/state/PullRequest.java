package dev.foldline.core.state;

import dev.foldline.core.workflow.ForgeOperation;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The pull request of the run's branch, as the run knows it.
 *
 * @param link its number and address; none before it is opened
 * @param heads the commits that the run has pushed, the latest last
 * @param checks the result of the forge's checks on the latest of them
 * @param pending what asks for changes, in the order of arrival
 * @param handled ids of answers, and of what the run was sent back for, the latest last
 * @param rounds how many times the run was sent back
 */
public record PullRequest(
        Option<Link> link,
        Vector<String> heads,
        Status status,
        Checks checks,
        Vector<Finding> pending,
        Vector<String> handled,
        int rounds) {
    /** The maximum number of remembered commits. */
    public static final int HEADS_MAX = 50;

    /** The maximum number of remembered ids, and of findings that wait. */
    public static final int FINDINGS_MAX = 500;

    /** Before the first push. */
    public static final PullRequest NONE =
            new PullRequest(
                    Option.none(),
                    Vector.empty(),
                    Status.OPEN,
                    Checks.NONE,
                    Vector.empty(),
                    Vector.empty(),
                    0);

    /** The number of a pull request, and its address for browsers. */
    public record Link(long number, String url) {}

    /** The state of a pull request. */
    public enum Status {
        OPEN,
        MERGED,
        CLOSED,
        /** Its branch has a head that the run did not push. */
        MOVED
    }

    /** The combined result of the forge's checks on one commit. */
    public enum Checks {
        NONE,
        PENDING,
        PASSED,
        FAILED
    }

    /**
     * Something that asks for a change.
     *
     * @param id unique on the forge; the same finding is never handled twice
     * @param title one line, for the prompt
     * @param text id of the full text, which is data of unknown origin
     */
    public record Finding(String id, Source source, String title, Option<String> text) {}

    /** Where a finding comes from. */
    public enum Source {
        CHECK,
        REVIEW,
        COMMENT,
        /** An answer to a gate. It asks for no change, and counts once: when it is seen. */
        ANSWER
    }

    /**
     * What the forge reported at one time.
     *
     * @param head the head of the branch on the forge
     * @param checks the result of the checks on that head
     */
    public record Observation(
            long number, String head, Status status, Checks checks, Vector<Finding> findings) {

        private Observation with(Vector<Finding> others) {
            return new Observation(number, head, status, checks, others);
        }
    }

    /** Records that this commit was pushed: checks of earlier ones no longer count. */
    public PullRequest pushed(String head) {
        if (heads.lastOption().contains(head)) return this;
        return new PullRequest(
                link,
                heads.append(head).takeRight(HEADS_MAX),
                status == Status.MOVED ? Status.OPEN : status,
                Checks.NONE,
                pending.reject(each -> each.source() == Source.CHECK),
                handled,
                rounds);
    }

    public PullRequest opened(Link found) {
        return new PullRequest(Option.of(found), heads, status, checks, pending, handled, rounds);
    }

    /** Returns the observation without what is known, and without checks of other commits. */
    public Observation fresh(Observation observed) {
        var isCurrent = heads.lastOption().contains(observed.head());
        var unseen =
                observed.findings()
                        .distinctBy(Finding::id)
                        .reject(each -> handled.contains(each.id()))
                        .reject(each -> pending.exists(known -> known.id().equals(each.id())))
                        .reject(each -> each.source() == Source.CHECK && !isCurrent)
                        .take(FINDINGS_MAX - pending.size());
        return observed.with(unseen);
    }

    /** Applies an observation, of which only the fresh part counts. */
    public PullRequest after(Observation observed) {
        var isCurrent = heads.lastOption().contains(observed.head());
        var seen = fresh(observed).findings().partition(each -> each.source() == Source.ANSWER);
        return new PullRequest(
                link,
                heads,
                status(observed),
                isCurrent ? observed.checks() : checks,
                pending.appendAll(seen._2()),
                handled.appendAll(seen._1().map(Finding::id)).takeRight(FINDINGS_MAX),
                rounds);
    }

    /** An ended pull request stays ended; an observation from before a push says nothing. */
    private Status status(Observation observed) {
        if (status == Status.MERGED || status == Status.CLOSED) return status;
        if (observed.status() != Status.OPEN) return observed.status();
        return heads.contains(observed.head()) ? Status.OPEN : Status.MOVED;
    }

    /** Returns the label of what the run must respond to, if there is anything. */
    public Option<String> news() {
        return switch (status) {
            case MERGED -> Option.of(ForgeOperation.MERGED);
            case CLOSED -> Option.of(ForgeOperation.CLOSED);
            case MOVED -> Option.of(ForgeOperation.MOVED);
            case OPEN -> isActionable() ? Option.of(ForgeOperation.CHANGES) : Option.none();
        };
    }

    /** Failures of checks are handled together, when all checks have ended. */
    private boolean isActionable() {
        return pending.exists(each -> each.source() != Source.CHECK)
                || pending.nonEmpty() && checks != Checks.PENDING;
    }

    /** Records that the run is sent back for everything that waits. */
    public PullRequest sentBack() {
        return new PullRequest(
                link,
                heads,
                status,
                checks,
                Vector.empty(),
                handled.appendAll(pending.map(Finding::id)).takeRight(FINDINGS_MAX),
                rounds + 1);
    }
}
