package dev.foldline.effects.environment;

import dev.foldline.core.effect.ForgeEffect.UpdateBranch;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.ForgeEvent.BranchUpdated;
import dev.foldline.core.event.ForgeEvent.Conflict;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.ConflictMarkers;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.git.Git.Target;
import dev.foldline.effects.git.Git.Typed;
import dev.foldline.effects.git.TicketTrailer;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Merges a base on the forge into the branch that is checked out. The merge is computed without the
 * working tree, whose files then move to it at once. In a conflict the commit has both sides
 * between conflict markers: the base is an ancestor from then on, and the next commit resolves it.
 */
record BaseMerger(RunContext run) {
    private static final int CONFLICT = 1;
    private static final int BYTES_MAX = 10_000_000;
    private static final Pattern MARKER = Pattern.compile("^(<{7,}|>{7,}) ", Pattern.MULTILINE);

    /** Git indents the paths. */
    private static final Pattern NAMES_PATHS = Pattern.compile("^\\t", Pattern.MULTILINE);

    private static final String BRANCH = "refs/heads/";
    private static final String SUBJECT = "Merge ";

    /**
     * @param base the name of the base on the forge
     */
    Event merge(long ticket, UpdateBranch effect, String remote, String base) throws IOException {
        var git = run.git();
        var head = git.head();
        if (effect.branch().exists(branch -> !head.branch().filter(branch::equals).isPresent()))
            return GitCli.failed(
                    ticket,
                    Kind.NEEDS_PERSON,
                    "the branch " + effect.branch().get() + " is not checked out");
        git.undoHalfMove();
        var ref = run.mergeRef(ticket);
        var fetched =
                git.runAsUser(
                        "fetch", "--quiet", "--no-tags", remote, "+" + BRANCH + base + ":" + ref);
        if (!fetched.succeeded())
            return GitCli.failed(
                    ticket, Kind.FORGE, "the base " + base + " is not fetched: " + fetched.said());
        var theirs = git.commit(ref).hash();
        git.restoreRef(ref, Optional.of(theirs), Optional.empty());
        if (git.isAncestor(theirs, head.commit())) return unchanged(ticket, effect, theirs);
        return moved(ticket, effect, base, theirs);
    }

    private Event moved(long ticket, UpdateBranch effect, String base, String theirs)
            throws IOException {
        var git = run.git();
        var ours = git.head().commit();
        var joined = joined(ours, theirs);
        if (joined.exit() > CONFLICT)
            return GitCli.failed(ticket, Kind.GIT, "the base is not merged: " + joined.said());
        var conflict = conflict(joined, base);
        var tree = joined.out().lines().findFirst().orElseThrow();
        var unmarked = unmarked(conflict, tree, ours, theirs);
        if (unmarked.nonEmpty())
            return GitCli.failed(
                    ticket,
                    Kind.NEEDS_PERSON,
                    "the base "
                            + base
                            + " conflicts where git writes no conflict markers, in "
                            + unmarked.mkString(", ")
                            + "; merge it into the local branch, then retry the run");
        var message = trailer(ticket).appendedTo(message(base, conflict));
        var made = git.runAsUser("commit-tree", "-p", ours, "-p", theirs, "-m", message, tree);
        if (!made.succeeded()) return GitCli.failed(ticket, Kind.NEEDS_PERSON, made.said());
        var moved =
                git.typedMove(
                        new Target.At(made.out()), "merge", "--quiet", "--ff-only", made.out());
        return moved.succeeded()
                ? updated(ticket, effect, conflict, theirs)
                : GitCli.failed(
                        ticket,
                        Kind.NEEDS_PERSON,
                        (NAMES_PATHS.matcher(moved.said()).find()
                                        ? "uncommitted changes are in the way of the base "
                                        : "git does not move the files to the base ")
                                + base
                                + ": "
                                + moved.said());
    }

    /** Finds the merge that a dead driver made. What was in conflict follows from its parents. */
    Event look(long ticket, UpdateBranch effect) throws IOException {
        run.git().undoHalfMove();
        var found = merge(ticket);
        if (found.isEmpty()) return new NotDone(ticket);
        var head = found.get();
        var joined = joined(head.parents().getFirst(), head.parents().getLast());
        return updated(
                ticket,
                effect,
                conflict(joined, head.subject().substring(SUBJECT.length())),
                head.parents().getLast());
    }

    /** Commits on top of the merge may resolve a part of it. */
    private Option<CommitInfo> merge(long ticket) throws IOException {
        var listed =
                run.git()
                        .runAsUser(
                                "rev-list",
                                "--first-parent",
                                "--min-parents=2",
                                "--max-parents=2",
                                "--max-count=1",
                                "--fixed-strings",
                                "--grep=" + trailer(ticket).line(),
                                "HEAD");
        if (!listed.succeeded()) throw new IOException("git rev-list: " + listed.said());
        return listed.out().isEmpty()
                ? Option.none()
                : Option.of(run.git().commit(listed.out()))
                        .filter(each -> trailer(ticket).isIn(each.message()));
    }

    private Event unchanged(long ticket, UpdateBranch effect, String theirs) throws IOException {
        return look(ticket, effect) instanceof BranchUpdated done
                ? done
                : updated(ticket, effect, Option.none(), theirs);
    }

    private Event updated(
            long ticket, UpdateBranch effect, Option<Conflict> conflict, String theirs)
            throws IOException {
        return new BranchUpdated(
                ticket,
                run.git().head().commit(),
                run.git().workTree(run.exclusions(effect.protectedPaths())),
                conflict,
                Option.of(theirs));
    }

    /** Prints the tree, the paths in conflict, an empty line and a report. */
    private Typed joined(String ours, String theirs) throws IOException {
        return run.git()
                .configured(Map.of("core.quotePath", "false"))
                .runAsUser("merge-tree", "--write-tree", "--name-only", "--messages", ours, theirs);
    }

    private Option<Conflict> conflict(Typed joined, String base) throws IOException {
        if (joined.exit() != CONFLICT) return Option.none();
        var parts = joined.out().split("\n\n", 2);
        return Option.of(
                new Conflict(
                        base,
                        Vector.ofAll(parts[0].lines().skip(1)).distinct(),
                        run.blobs().put(parts[parts.length - 1])));
    }

    /**
     * Returns the paths in conflict without markers, such as of binary and deleted files: no check
     * would find them.
     */
    private Vector<String> unmarked(
            Option<Conflict> conflict, String tree, String ours, String theirs) throws IOException {
        var unmarked = Vector.<String>empty();
        for (var path : conflict.map(Conflict::paths).getOrElse(Vector.empty())) {
            var text = text(tree, path);
            if (!text.exists(each -> MARKER.matcher(each).find())
                    || text.equals(text(ours, path))
                    || text.equals(text(theirs, path))) unmarked = unmarked.append(path);
        }
        return unmarked;
    }

    private Option<String> text(String revision, String path) throws IOException {
        return Option.ofOptional(run.git().file(revision, path, BYTES_MAX))
                .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1));
    }

    private static String message(String base, Option<Conflict> conflict) {
        return SUBJECT
                + base
                + conflict.map(
                                each ->
                                        "\n\n"
                                                + ConflictMarkers.MERGE
                                                + "\n"
                                                + each.paths().mkString("\n"))
                        .getOrElse("");
    }

    private TicketTrailer trailer(long ticket) {
        return new TicketTrailer(run.run(), Long.toString(ticket));
    }
}
