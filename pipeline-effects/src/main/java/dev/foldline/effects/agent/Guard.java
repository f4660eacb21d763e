package dev.foldline.effects.agent;

import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.files.Remembered;
import dev.foldline.effects.git.BranchOutcome.RefMove;
import dev.foldline.effects.git.Ground;
import dev.foldline.effects.git.Ground.Moved;
import dev.foldline.effects.git.Head;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an agent must leave alone, as it was before the call, to be held against what is there afterwards. What lies outside the
 * repository and the working tree is not looked at: an agent that writes there goes unseen.
 */
final class Guard {
    private static final String TASK_FILE = "PROMPT.md";
    private static final String CONFIGURATION = "foldline.yaml";

    private final RunContext run;
    private final Vector<String> kept;
    private final Fences fences;
    private final Ground ground;
    private final Head head;
    private final Set<String> elsewhere;
    private final Remembered taskFile;
    private final Remembered configuration;
    private final KeptWork work;

    private Guard(RunContext run, Vector<String> kept) throws IOException {
        this.run = run;
        this.kept = kept;
        this.fences = Fences.of(run);
        this.ground = run.git().ground();
        this.head = run.git().head();
        this.elsewhere = Neighbours.branches(run.git().place());
        this.taskFile = Remembered.at(run.root().resolve(TASK_FILE));
        this.configuration = Remembered.at(run.root().resolve(CONFIGURATION));
        this.work = KeptWork.look(run.root(), kept);
    }

    static Guard before(RunContext run, Vector<String> kept) throws IOException { return new Guard(run, kept); }

    /**
     * What it did that it must not do, told for a person. Its own commits on the run's branch are taken back into the working
     * tree, nothing lost. No git command runs before the files that tell git what to run are as they were.
     */
    Optional<String> after() {
        var trespasses = new ArrayList<>(fences.mend());
        trespasses.addAll(movedRefs());
        trespasses.addAll(touchedWork());
        trespasses.addAll(lost(taskFile));
        trespasses.addAll(lost(configuration));
        trespasses.addAll(changedConfiguration());
        return trespasses.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", trespasses));
    }

    private List<String> touchedWork() {
        try {
            return work.touched().stream()
                    .map(path -> "changed " + path + ", which held uncommitted work of yours (saved as " + run.keptRef() + ")").toList();
        } catch (IOException unreadable) {
            return List.of("left uncommitted work of yours in a state that cannot be read: " + unreadable.getMessage()
                    + " (saved as " + run.keptRef() + ")");
        }
    }

    private List<String> movedRefs() {
        try {
            var own = ownRef();
            var told = new ArrayList<String>();
            for (Moved moved : ground.movedIn(run.git().ground())) {
                var trespass = moved.what().equals(own) ? !(fences.hold() && isTakenBack()) : isGuarded(moved);
                if (trespass) told.add(told(moved));
            }
            return told;
        } catch (IOException unreadable) {
            return List.of("left the repository in a state that cannot be read: " + unreadable.getMessage());
        }
    }

    /** What moves when it commits where the run does. */
    private String ownRef() { return head.branch().map(branch -> "refs/heads/" + branch).orElse("HEAD"); }

    /** Whether the branch only grew, and is back where it was. */
    private boolean isTakenBack() throws IOException {
        var now = run.git().head();
        return now.branch().equals(head.branch()) && run.git().isAncestor(head.commit(), now.commit())
                && run.git().uncommit(now, head.commit(), run.exclusions(kept)) instanceof RefMove.Moved;
    }

    /**
     * Tags move for reasons of their own. Other working trees move the branches they have checked out, and other runs add refs;
     * but nobody moves or removes what a run has saved.
     */
    private boolean isGuarded(Moved moved) {
        var ref = moved.what();
        if (ref.equals("HEAD")) return true;
        if (ref.startsWith("refs/foldline/")) return moved.before().isPresent() || ref.contains("/" + run.run());
        if (!ref.startsWith("refs/heads/")) return false;
        return !(moved.before().isPresent() ? elsewhere : Neighbours.branches(run.git().place())).contains(ref);
    }

    private static String told(Moved moved) {
        return "moved " + moved.what() + " (it was " + moved.before().orElse("not there") + ", and is " + moved.after().orElse("gone") + ")";
    }

    /** What the user wrote for us and git does not keep is put back if it is gone; what cannot be is told. */
    private static List<String> lost(Remembered file) {
        try {
            if (!(file.state() instanceof Remembered.State.Nothing || file.isStillPlain() || file.isAsItWas())) file.putBack();
            return List.of();
        } catch (IOException stays) {
            return List.of("replaced " + file.file().getFileName() + ", which could not be put back: " + stays.getMessage());
        }
    }

    private List<String> changedConfiguration() {
        try {
            return configuration.isAsItWas() ? List.of()
                    : List.of("changed " + CONFIGURATION + ", which says what the next resume runs: look at it before you go on");
        } catch (IOException unreadable) {
            return List.of("left " + CONFIGURATION + " in a state that cannot be read: " + unreadable.getMessage());
        }
    }
}
