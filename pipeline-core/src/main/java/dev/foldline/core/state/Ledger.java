package dev.foldline.core.state;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import org.immutables.value.Value;

/**
 * What the run has gained: facts that events brought and that stay.
 *
 * @param artifacts id of each artifact's accepted text, by name
 * @param feedback what was said about each phase's work, by phase key
 * @param evidence what each check last found, by name
 * @param executions how often each phase has begun its work, by phase key: its revision
 * @param resolutions how each opening of a gate was answered, in their order
 * @param prompt id of the prompt for the next call
 * @param handedIn what a worker outside brought with its calls, by argument: the latest last; while its work fails, what it brought
 *     at first comes before it
 */
@Value.Builder
public record Ledger(
        Repository repository,
        Map<String, String> artifacts,
        Map<String, Vector<Feedback>> feedback,
        Vector<Commit> commits,
        Map<String, Evidence> evidence,
        Map<String, Integer> executions,
        Vector<Gate.Resolved> resolutions,
        Option<String> prompt,
        Option<Fault> lastFault,
        Map<String, Vector<String>> handedIn)
        implements WithLedger {

    public static final Ledger EMPTY = new Ledger(Repository.UNSEEN, LinkedHashMap.empty(), LinkedHashMap.empty(),
            Vector.empty(), LinkedHashMap.empty(), LinkedHashMap.empty(), Vector.empty(), Option.none(), Option.none(), LinkedHashMap.empty());

    /**
     * Where the work goes.
     *
     * @param base the commit the run began on
     * @param tree the tree that would be committed, when last looked at
     * @param kept paths that held a person's uncommitted work when the run began: never staged
     * @param candidate the merge that is prepared and has not landed
     * @param watched how far the run has been told of commits; none if nobody watches for it
     */
    public record Repository(
            Option<String> branch, Option<String> base, Option<String> head, Option<String> tree, Vector<String> kept, Option<Candidate> candidate,
            Option<Watched> watched) {

        public static final Repository UNSEEN =
                new Repository(Option.none(), Option.none(), Option.none(), Option.none(), Vector.empty(), Option.none(), Option.none());

        /** The run is on its branch and begins its work; what was told of commits before stays told. */
        public Repository opened(Option<String> newBranch, String newBase, String newTree, Vector<String> newKept) {
            return new Repository(newBranch, Option.of(newBase), Option.of(newBase), Option.of(newTree), newKept, Option.none(), watched);
        }

        public Repository seen(String newTree) { return new Repository(branch, base, head, Option.of(newTree), kept, candidate, watched); }

        public Repository preparing(Option<Candidate> merge) { return new Repository(branch, base, head, tree, kept, merge, watched); }

        public Repository watching(Watched told) { return new Repository(branch, base, head, tree, kept, candidate, Option.of(told)); }

        /** The tree on top of a commit that may not be ours. */
        public Repository seen(Option<String> newHead, String newTree) {
            return new Repository(branch, base, newHead.orElse(head), Option.of(newTree), kept, candidate, watched);
        }

        public Repository moved(String newHead, String newTree) {
            return new Repository(branch, base, Option.of(newHead), Option.of(newTree), kept, candidate, watched);
        }
    }

    /** A commit of the run: {@code hash} and {@code tree} in hexadecimal, as git prints them. */
    public record Commit(String hash, String tree, String subject) {}

    /**
     * A merge commit that no branch leads to yet.
     *
     * @param target the branch it is for
     * @param onto where that branch was: its first parent
     */
    public record Candidate(String target, String onto, String commit, String tree) {}

    /** That a check did what was expected of it on a tree. */
    public record Evidence(String tree) {}

    /** What a check or a person said about an execution of a phase. */
    public record Feedback(int execution, String message, Option<String> output) {}

    /** The gate was answered. */
    public Ledger resolved(Gate gate, Gate.Verdict verdict) {
        return withResolutions(resolutions.append(new Gate.Resolved(gate.id(), gate.instance(), verdict)));
    }

    /** A person has said what the next opening of this gate is answered with, or no longer says so: it is said of one gate at most. */
    public Ledger approvedBeforehand(Option<String> gate) {
        var answered = resolutions.filter(each -> each.verdict() != Gate.Verdict.BEFOREHAND);
        return withResolutions(gate.map(id -> answered.append(new Gate.Resolved(id, "", Gate.Verdict.BEFOREHAND))).getOrElse(answered));
    }

    public boolean isApprovedBeforehand(String gate) {
        return resolutions.exists(each -> each.verdict() == Gate.Verdict.BEFOREHAND && each.id().equals(gate));
    }

    public int executions(String phase) { return executions.get(phase).getOrElse(0); }

    public Vector<Feedback> feedback(String phase) { return feedback.get(phase).getOrElse(Vector.empty()); }

    /** Each phase keeps its latest remarks. */
    public Ledger told(String phase, Feedback remark) {
        return withFeedback(feedback.put(phase, feedback(phase).append(remark).takeRight(FEEDBACK_MAX)));
    }

    /**
     * A worker outside has called, with these arguments.
     *
     * @param failing whether it is still at what failed: then what it brought at first stays beside what it brings now
     */
    public Ledger brought(Map<String, String> arguments, boolean failing) {
        return withHandedIn(arguments.foldLeft(handedIn, (all, each) -> all.put(each._1(), failing
                ? all.get(each._1()).getOrElse(Vector.empty()).take(1).append(each._2()).distinct() : Vector.of(each._2()))));
    }

    /** A reviewer has said this of a terminal's work. */
    public Ledger reviewed(String terminal, String verdict) { return withHandedIn(handedIn.put(REVIEW + terminal, Vector.of(verdict))); }

    /** The fixer of a task has mended what failed so. */
    public Ledger mended(String why) { return withHandedIn(handedIn.put(MENDED, Vector.of(why))); }

    /** What a fixer of terminals has mended last. */
    public Option<String> mended() { return broughtLast(MENDED); }

    /** What was said last of a terminal's work, if it was reviewed. */
    public Option<String> review(String terminal) { return broughtLast(REVIEW + terminal); }

    /** What the latest call that had this argument brought. */
    public Option<String> broughtLast(String argument) { return handedIn.get(argument).flatMap(Vector::lastOption); }

    /** Whether the named check has passed on the tree that would be committed now. */
    public boolean isProven(String check) {
        return evidence.get(check).exists(each -> repository.tree().contains(each.tree()));
    }

    private static final int FEEDBACK_MAX = 50;
    private static final String REVIEW = "review/";
    private static final String MENDED = "mended";
}
