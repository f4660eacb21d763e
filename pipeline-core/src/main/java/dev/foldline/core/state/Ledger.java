package dev.foldline.core.state;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.immutables.value.Value;

/**
 * The results of a run: facts from events that remain.
 *
 * @param artifacts id of each artifact's accepted text, by name
 * @param feedback feedback on each phase's work, by phase key
 * @param findings the latest results of checks and artifacts
 * @param executions revision of each phase's work, by phase key: its executions, and the artifacts
 *     that a user replaced at its gate
 * @param resolutions resolution of each opening of a gate, in order
 * @param prompt id of the prompt for the next call
 * @param submitted arguments of external calls, by name, the latest last; while the work fails,
 *     also the check that failed first
 */
@Value.Builder
public record Ledger(
        Repository repository,
        Map<String, String> artifacts,
        Map<String, Vector<Feedback>> feedback,
        Vector<Commit> commits,
        Findings findings,
        Map<String, Integer> executions,
        Vector<Gate.Resolved> resolutions,
        Option<String> prompt,
        Option<Fault> lastFault,
        Map<String, Vector<String>> submitted)
        implements WithLedger {

    public static final Ledger EMPTY =
            new Ledger(
                    Repository.UNSEEN,
                    LinkedHashMap.empty(),
                    LinkedHashMap.empty(),
                    Vector.empty(),
                    Findings.NONE,
                    LinkedHashMap.empty(),
                    Vector.empty(),
                    Option.none(),
                    Option.none(),
                    LinkedHashMap.empty());

    /**
     * The repository as the run knows it.
     *
     * @param base the commit at which the run's branch starts
     * @param tree the tree that would be committed, when last read
     * @param protectedPaths paths with the user's uncommitted work at the start of the run; they
     *     are never staged
     * @param candidate the prepared merge that has not landed
     * @param watched the state of the commit watcher; none if commits are not watched
     * @param request the pull request of the branch
     * @param local what is in the working tree and in no commit; nothing in older logs
     */
    public record Repository(
            Option<String> branch,
            Option<String> base,
            Option<String> head,
            Option<String> tree,
            Vector<String> protectedPaths,
            Option<Candidate> candidate,
            Option<WatchedBranches> watched,
            PullRequest request,
            LocalContents local) {

        public static final Repository UNSEEN =
                new Repository(
                        Option.none(),
                        Option.none(),
                        Option.none(),
                        Option.none(),
                        Vector.empty(),
                        Option.none(),
                        Option.none(),
                        PullRequest.NONE,
                        LocalContents.NONE);

        /**
         * Returns the paths that no commit of the run contains: the user's uncommitted work, and
         * the user's files that git ignored.
         */
        public Vector<String> excludedPaths() {
            return protectedPaths.appendAll(local.excludedPaths());
        }

        /** Records the run's branch at the start of its work; known commits are kept. */
        public Repository opened(
                Option<String> newBranch,
                String newBase,
                String newTree,
                Vector<String> newKept,
                Vector<LocalContent> own) {
            return new Repository(
                    newBranch,
                    Option.of(newBase),
                    Option.of(newBase),
                    Option.of(newTree),
                    newKept,
                    Option.none(),
                    watched,
                    request,
                    LocalContents.NONE.owning(own));
        }

        /** Records that the branch starts at another commit, unless there is none. */
        public Repository startingAt(Option<String> newBase) {
            return at(newBase.orElse(base), head, tree);
        }

        public Repository withTree(String newTree) {
            return at(base, head, Option.of(newTree));
        }

        /** Records the tree on top of a commit that may not be the run's own. */
        public Repository withTree(Option<String> newHead, String newTree) {
            return at(base, newHead.orElse(head), Option.of(newTree));
        }

        public Repository moved(String newHead, String newTree) {
            return at(base, Option.of(newHead), Option.of(newTree));
        }

        public Repository with(PullRequest newRequest) {
            return knowing(candidate, watched, newRequest, local);
        }

        public Repository with(LocalContents newLocal) {
            return knowing(candidate, watched, request, newLocal);
        }

        public Repository preparing(Option<Candidate> merge) {
            return knowing(merge, watched, request, local);
        }

        public Repository watching(WatchedBranches reported) {
            return knowing(candidate, Option.of(reported), request, local);
        }

        private Repository at(
                Option<String> newBase, Option<String> newHead, Option<String> newTree) {
            return new Repository(
                    branch,
                    newBase,
                    newHead,
                    newTree,
                    protectedPaths,
                    candidate,
                    watched,
                    request,
                    local);
        }

        private Repository knowing(
                Option<Candidate> newCandidate,
                Option<WatchedBranches> newWatched,
                PullRequest newRequest,
                LocalContents newLocal) {
            return new Repository(
                    branch,
                    base,
                    head,
                    tree,
                    protectedPaths,
                    newCandidate,
                    newWatched,
                    newRequest,
                    newLocal);
        }
    }

    /** A commit of the run: {@code hash} and {@code tree} in hexadecimal, as git prints them. */
    public record Commit(String hash, String tree, String subject) {}

    /**
     * A merge commit that is not yet on any branch.
     *
     * @param target the branch it is for
     * @param onto the head of that branch, which is its first parent
     */
    public record Candidate(String target, String onto, String commit, String tree) {}

    /**
     * Feedback on an execution of a phase.
     *
     * @param check the check that gave it; none if the user did
     */
    public record Feedback(
            int execution, String message, Option<String> output, Option<String> check) {

        /** Feedback that no check gave. */
        public Feedback(int execution, String message, Option<String> output) {
            this(execution, message, output, Option.none());
        }

        boolean isOf(String name) {
            return check.contains(name);
        }
    }

    /** Records the resolution of a gate. */
    public Ledger resolved(Gate gate, Gate.Verdict verdict) {
        return withResolutions(
                resolutions.append(new Gate.Resolved(gate.id(), gate.instance(), verdict)));
    }

    /** Records or revokes an approval in advance. At most one gate is approved in advance. */
    public Ledger approvedBeforehand(Option<String> gate) {
        var answered = resolutions.filter(each -> each.verdict() != Gate.Verdict.PRE_APPROVED);
        return withResolutions(
                gate.map(
                                id ->
                                        answered.append(
                                                new Gate.Resolved(
                                                        id, "", Gate.Verdict.PRE_APPROVED)))
                        .getOrElse(answered));
    }

    public boolean isApprovedBeforehand(String gate) {
        return resolutions.exists(
                each -> each.verdict() == Gate.Verdict.PRE_APPROVED && each.id().equals(gate));
    }

    public int executions(String phase) {
        return executions.get(phase).getOrElse(0);
    }

    public Vector<Feedback> feedback(String phase) {
        return feedback.get(phase).getOrElse(Vector.empty());
    }

    /** Returns a copy that asks the forge again before the run merges its pull request. */
    public Ledger askingForge() {
        var request = repository.request();
        return request.mergeability().isEmpty()
                ? this
                : withRepository(repository.with(request.unconfirmed()));
    }

    /** Keeps the latest feedback of each phase, and of a check only its last failure. */
    public Ledger withFeedback(String phase, Feedback remark) {
        var others = feedback(phase).reject(each -> remark.check().exists(each::isOf));
        return withFeedback(feedback.put(phase, others.append(remark).takeRight(FEEDBACK_MAX)));
    }

    /** Discards the failures of a check that has passed. */
    public Ledger withoutFailuresOf(String check) {
        return feedback.values().exists(all -> all.exists(each -> each.isOf(check)))
                ? withFeedback(feedback.mapValues(all -> all.reject(each -> each.isOf(check))))
                : this;
    }

    /**
     * Records the arguments of an external call.
     *
     * @param failing whether the agent still works on the failure; in that case the failed check is
     *     kept unless it is withdrawn
     */
    public Ledger brought(Map<String, String> arguments, boolean failing) {
        var kept =
                failing && !arguments.containsKey(WITHDRAWAL)
                        ? submitted
                        : submitted.filterKeys(name -> !name.startsWith(FAILED));
        return withSubmitted(
                arguments.foldLeft(kept, (all, each) -> all.put(each._1(), Vector.of(each._2()))));
    }

    /** Returns the key under which the command of a failed check is kept. */
    public static String failedKey(String check) {
        return FAILED + check;
    }

    /**
     * Records that a submitted check failed. The first one that fails must pass from now on, too.
     */
    public Ledger refuted(String check) {
        return broughtLast(check)
                .filter(_ -> !submitted.containsKey(FAILED + check))
                .map(line -> withSubmitted(submitted.put(FAILED + check, Vector.of(line))))
                .getOrElse(this);
    }

    /** Returns the command of a submitted check that failed, if the agent still works on it. */
    public Option<String> failedFirst(String check) {
        return broughtLast(FAILED + check);
    }

    /** Returns the commands of a submitted check that must pass. */
    public Vector<String> submitted(String check) {
        return failedFirst(check).toVector().appendAll(broughtLast(check)).distinct();
    }

    /** Records a reviewer's verdict on a terminal's work. */
    public Ledger reviewed(String terminal, String verdict) {
        return withSubmitted(submitted.put(REVIEW + terminal, Vector.of(verdict)));
    }

    /** Records that the fixer of a task has fixed this failure. */
    public Ledger withFix(String why) {
        return withSubmitted(submitted.put(MENDED, Vector.of(why)));
    }

    /** Returns the failure that the fixer has fixed last. */
    public Option<String> withFix() {
        return broughtLast(MENDED);
    }

    /** Records that the work of a terminal was declared done, until its call has ended. */
    public Ledger withDeclaredDone(Option<String> terminal) {
        return withSubmitted(
                terminal.map(id -> submitted.put(DECLARED, Vector.of(id)))
                        .getOrElse(() -> submitted.remove(DECLARED)));
    }

    /** Returns the terminal whose work was declared done while it is called. */
    public Option<String> declaredDone() {
        return broughtLast(DECLARED);
    }

    /** Returns the latest verdict on a terminal's work, if it was reviewed. */
    public Option<String> review(String terminal) {
        return broughtLast(REVIEW + terminal);
    }

    /** Records an instruction to the run. */
    public Ledger instructed(Instruction instruction) {
        return withSubmitted(
                submitted.put(
                        INSTRUCTION,
                        Vector.of(
                                Integer.toString(instruction.number()),
                                instruction.label(),
                                instruction.text(),
                                instruction.prompt().getOrElse(""),
                                instruction.answer().getOrElse(""))));
    }

    /** Returns the last instruction to the run. */
    public Option<Instruction> instruction() {
        return submitted
                .get(INSTRUCTION)
                .map(
                        each ->
                                new Instruction(
                                        Integer.parseInt(each.get(0)),
                                        each.get(1),
                                        each.get(2),
                                        Option.of(each.get(3)).filter(id -> !id.isEmpty()),
                                        Option.of(each.get(4)).filter(id -> !id.isEmpty())));
    }

    /** Records the failure about which an advisor is asked. */
    public Ledger withAskedAbout(Fault fault) {
        return withSubmitted(
                submitted.put(
                        ASKED,
                        Vector.of(fault.kind().name(), fault.message()).appendAll(fault.output())));
    }

    /** Returns the failure about which an advisor was asked last. */
    public Option<Fault> askedAbout() {
        return submitted
                .get(ASKED)
                .map(
                        each ->
                                new Fault(
                                        Fault.Kind.valueOf(each.get(0)),
                                        each.get(1),
                                        Option.none(),
                                        each.drop(2).headOption()));
    }

    /** Returns the value from the latest call that had this argument. */
    public Option<String> broughtLast(String argument) {
        return submitted.get(argument).flatMap(Vector::lastOption);
    }

    /** Returns whether the check has passed on the current tree. */
    public boolean isProven(String check) {
        return repository.tree().exists(tree -> findings.isProven(check, tree));
    }

    private static final int FEEDBACK_MAX = 50;

    /** The argument that withdraws a failed check; its value is the reason. */
    public static final String WITHDRAWAL = "withdrawal_reason";

    private static final String FAILED = "failed/";
    private static final String REVIEW = "review/";
    private static final String MENDED = "mended";
    private static final String DECLARED = "declared";
    private static final String INSTRUCTION = "instruction";
    private static final String ASKED = "asked";
}
