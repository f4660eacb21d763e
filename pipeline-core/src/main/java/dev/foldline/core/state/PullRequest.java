package dev.foldline.core.state;

import dev.foldline.core.state.RequestResponses.Rounds;
import dev.foldline.core.workflow.DeliveryBounds;
import dev.foldline.core.workflow.ForgeOperation;
import dev.foldline.core.workflow.RequestCompletion;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.immutables.value.Value;

import java.time.Duration;
import java.time.Instant;

/**
 * The pull request of the run's branch, as the run knows it.
 *
 * @param link its number and address; none before it is opened
 * @param heads the commits that the run has pushed, the latest last
 * @param checks the result of the forge's checks on the latest of them
 * @param pending what asks for changes or is known, in the order of arrival
 * @param responses what the run has done about it
 * @param waiting how long the forge was asked since the last push; none before the first answer
 * @param draft whether the run has opened it as a draft and not marked it as ready
 * @param mergeability whether the run can merge it; none if the users complete it
 */
@Value.Builder
public record PullRequest(
        Option<Link> link,
        Vector<String> heads,
        Status status,
        Checks checks,
        Vector<Finding> pending,
        RequestResponses responses,
        Option<Waiting> waiting,
        boolean draft,
        Option<Mergeability> mergeability)
        implements WithPullRequest {
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
                    RequestResponses.NONE,
                    Option.none(),
                    false,
                    Option.none());

    /**
     * How long the run waits for its pull request.
     *
     * @param since the first answer of the forge after the last push
     * @param days whole days from then to the latest answer
     */
    public record Waiting(Instant since, int days) {
        private Waiting until(Instant at) {
            return new Waiting(since, Math.max(days, (int) Duration.between(since, at).toDays()));
        }
    }

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
     * @param job the name of the failed job; none, as in older logs, if it has none
     */
    public record Finding(
            String id, Source source, String title, Option<String> text, Option<String> job) {

        /** A finding that is no failed job. */
        public Finding(String id, Source source, String title, Option<String> text) {
            this(id, source, title, text, Option.none());
        }
    }

    /** Where a finding comes from. */
    public enum Source {
        CHECK,
        /** A failed job that fails on the head of the base too. It asks for no change. */
        KNOWN,
        REVIEW,
        /** A comment in a review thread. */
        LINE,
        COMMENT,
        /** The branch conflicts with its base. */
        CONFLICT,
        /** The branch lacks commits of its base, and the forge wants it to have them. */
        BEHIND,
        /** An answer to a gate. It asks for no change, and counts once: when it is seen. */
        ANSWER;

        /** Returns whether it says something about one head only. */
        boolean isOfHead() {
            return this == CHECK || this == KNOWN || isOfBase();
        }

        boolean isOfBase() {
            return this == CONFLICT || this == BEHIND;
        }

        boolean isRemark() {
            return this == REVIEW || this == LINE || this == COMMENT;
        }

        /** Returns the label of the bound on the responses to it. */
        Option<String> bound() {
            return switch (this) {
                case CHECK -> Option.of(ForgeOperation.CHECKS_SPENT);
                case REVIEW, LINE, COMMENT -> Option.of(ForgeOperation.REVIEWS_SPENT);
                case CONFLICT, BEHIND -> Option.of(ForgeOperation.UPDATES_SPENT);
                case KNOWN, ANSWER -> Option.none();
            };
        }

        /** Returns the label of what the run does about it. */
        Option<String> label() {
            return switch (this) {
                case CHECK, REVIEW, LINE, COMMENT -> Option.of(ForgeOperation.CHANGES);
                case CONFLICT -> Option.of(ForgeOperation.CONFLICT);
                case BEHIND -> Option.of(ForgeOperation.BEHIND);
                case KNOWN, ANSWER -> Option.none();
            };
        }
    }

    /**
     * What the forge reported at one time.
     *
     * @param head the head of the branch on the forge
     * @param checks the result of the checks on that head
     * @param at when it was asked; none if it does not matter
     * @param mergeable what it reports about a merge of the head; none if it would refuse one
     * @param failedOnBase names of the jobs that failed on the head of the base; empty, as in older
     *     logs, if none did or nothing was to be compared
     */
    @Value.Builder
    public record Observation(
            long number,
            String head,
            Status status,
            Checks checks,
            Vector<Finding> findings,
            Option<Instant> at,
            Option<String> mergeable,
            Vector<String> failedOnBase)
            implements WithObservation {

        /** An observation whose time does not matter. */
        public Observation(
                long number, String head, Status status, Checks checks, Vector<Finding> findings) {
            this(
                    number,
                    head,
                    status,
                    checks,
                    findings,
                    Option.none(),
                    Option.none(),
                    Vector.empty());
        }
    }

    /**
     * Records that this commit was pushed: checks of earlier ones no longer count, the wait starts
     * again, and replies are due.
     */
    public PullRequest pushed(String head) {
        boolean isNew = !heads.lastOption().contains(head);
        var next =
                withWaiting(Option.none())
                        .with(responses.replies().pushed(Option.when(isNew, head)));
        return isNew
                ? next.withHeads(heads.append(head).takeRight(HEADS_MAX))
                        .withStatus(status == Status.MOVED ? Status.OPEN : status)
                        .withChecks(Checks.NONE)
                        .withPending(pending.reject(each -> each.source().isOfHead()))
                        .withMergeability(mergeability.map(_ -> Mergeability.UNKNOWN))
                : next;
    }

    /** Records that it is open, or was found. */
    public PullRequest opened(Link found, RequestCompletion completion) {
        return withLink(Option.of(found))
                .withDraft(link.isEmpty() ? completion.draft() : draft)
                .withMergeability(
                        Option.when(
                                completion.isOfRun(),
                                mergeability.getOrElse(Mergeability.UNKNOWN)));
    }

    /** Returns whether the run is to merge it now, if it merges it at all. */
    public boolean isMergeDue() {
        return isGreen() && !draft && mergeability.exists(Mergeability::isMergeDue);
    }

    /** Returns whether the run is to mark it as ready now. */
    public boolean isReadyDue() {
        return isGreen() && draft && refusal().isEmpty();
    }

    private boolean isGreen() {
        return status == Status.OPEN
                && checks == Checks.PASSED
                && asking(ForgeOperation.CHANGES).isEmpty();
    }

    /** Records that it is no draft any more. A merge waits until the forge was asked again. */
    public PullRequest markedReady() {
        return unconfirmed().withDraft(false);
    }

    /** Returns why an attempt to complete it failed, until another one may succeed. */
    public Option<String> refusal() {
        return mergeability.flatMap(Mergeability::refusal).map(Mergeability.Refusal::reason);
    }

    /** Records that a merge must wait until the forge was asked again. */
    public PullRequest unconfirmed() {
        return withMergeability(mergeability.map(Mergeability::unconfirmed));
    }

    /** Records that the run has merged it. */
    public PullRequest merged() {
        return withStatus(Status.MERGED);
    }

    /** Records that the forge does not merge it, or does not mark it as ready, yet. */
    public PullRequest mergeRefused(String reason, Instant at) {
        return withMergeability(mergeability.map(each -> each.refused(reason, at)));
    }

    /** Returns the replies that the run is to post now. */
    public Vector<RemarkReply> dueReplies() {
        return responses.replies().due();
    }

    /** Records that the run replies to those of these that are in review threads. */
    public PullRequest owingReplies(Vector<Finding> answered) {
        var remarks = answered.filter(each -> each.source() == Source.LINE).map(Finding::id);
        return with(responses.replies().owing(remarks));
    }

    /** Records that the replies that were due are there. */
    public PullRequest repliesPosted() {
        return with(responses.replies().posted());
    }

    /** Records that the forge did not accept the replies that were due. */
    public PullRequest repliesRefused() {
        return with(responses.replies().postponed());
    }

    private PullRequest with(RemarkReplies owed) {
        return withResponses(responses.with(owed));
    }

    /** Returns the ids of what counts no more. */
    public Vector<String> handled() {
        return responses.handled();
    }

    /** Returns how many times the run was sent back. */
    public Rounds rounds() {
        return responses.rounds();
    }

    /** Returns the observation without what is known, and without what concerns other heads. */
    public Observation fresh(Observation observed) {
        var isCurrent = heads.lastOption().contains(observed.head());
        var unseen =
                observed.findings()
                        .distinctBy(Finding::id)
                        .reject(each -> handled().contains(each.id()))
                        .reject(each -> pending.exists(known -> known.id().equals(each.id())))
                        .reject(each -> each.source().isOfHead() && !isCurrent)
                        .take(FINDINGS_MAX - pending.size());
        return observed.withFindings(unseen);
    }

    /** Applies an observation, of which only the fresh part counts. */
    public PullRequest after(Observation observed) {
        var isCurrent = heads.lastOption().contains(observed.head());
        var seen =
                FailedJobs.judged(fresh(observed))
                        .partition(each -> each.source() == Source.ANSWER);
        return withStatus(status(observed))
                .withChecks(isCurrent ? observed.checks() : checks)
                .withPending(pending.appendAll(seen._2()))
                .withResponses(responses.handling(seen._1().map(Finding::id)))
                .withWaiting(observed.at().map(this::waitedUntil).orElse(waiting))
                .withMergeability(
                        isCurrent ? mergeability.map(each -> each.after(observed)) : mergeability);
    }

    private Waiting waitedUntil(Instant at) {
        return waiting.map(known -> known.until(at)).getOrElse(new Waiting(at, 0));
    }

    /** An ended pull request stays ended; an observation from before a push says nothing. */
    private Status status(Observation observed) {
        if (status == Status.MERGED || status == Status.CLOSED) return status;
        if (observed.status() != Status.OPEN) return observed.status();
        return heads.contains(observed.head()) ? Status.OPEN : Status.MOVED;
    }

    /**
     * Returns the label of what the run must respond to, if there is anything. A conflict is first:
     * the forge may run no checks before it is resolved.
     *
     * @param labels what the run responds to
     */
    public Option<String> news(Vector<String> labels) {
        return switch (status) {
            case MERGED -> labels.find(ForgeOperation.MERGED::equals);
            case CLOSED -> labels.find(ForgeOperation.CLOSED::equals);
            case MOVED -> labels.find(ForgeOperation.MOVED::equals);
            case OPEN ->
                    Vector.of(
                                    ForgeOperation.CONFLICT,
                                    ForgeOperation.BEHIND,
                                    ForgeOperation.CHANGES)
                            .find(label -> labels.contains(label) && isActionable(label));
        };
    }

    /** Failures of checks are handled together, when all checks have ended. */
    private boolean isActionable(String label) {
        return asking(label)
                .exists(each -> each.source() != Source.CHECK || checks != Checks.PENDING);
    }

    /** Returns what waits for the response with this label. */
    public Vector<Finding> asking(String label) {
        return pending.filter(each -> each.source().label().contains(label));
    }

    /** Returns the label of a bound that a response with this label would exceed. */
    public Option<String> spent(String label, DeliveryBounds bounds) {
        return rounds().spent(rounds().after(asking(label)), bounds);
    }

    /** Returns whether the forge has been asked for that many days since the last push. */
    public boolean isOverdue(DeliveryBounds bounds) {
        return waiting.exists(each -> each.days() >= bounds.days());
    }

    /**
     * Records that the user is asked about what exceeds this bound. The rest of what waits is
     * handled later.
     */
    public PullRequest leftToUser(String spent) {
        var left = pending.filter(each -> each.source().bound().contains(spent));
        return handled(left, rounds());
    }

    /** Records that the run is sent back for everything that waits for this response. */
    public PullRequest sentBack(String label) {
        var answered = asking(label);
        return handled(answered, rounds().after(answered));
    }

    private PullRequest handled(Vector<Finding> answered, Rounds now) {
        return withPending(pending.removeAll(answered))
                .withResponses(responses.handling(answered.map(Finding::id)).with(now));
    }
}
