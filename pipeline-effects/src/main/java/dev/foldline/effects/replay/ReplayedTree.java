package dev.foldline.effects.replay;

import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.GitEffect.MergeBranch;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.RebaseBranch;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.GitEvent.BranchRebased;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.GitEvent.MergePrepared;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.files.ProtectedFolder;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.local.RecordedObjects;
import dev.foldline.effects.recording.RecordedBranch;
import dev.foldline.effects.recording.RecordedEffect;
import dev.foldline.effects.recording.RecordedFile;
import dev.foldline.effects.recording.RecordedHead;
import dev.foldline.effects.recording.RecordedSession;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Optional;

/** The working tree of a replay, which gets the changes that came from outside. */
final class ReplayedTree {
    private static final String HEADS = "refs/heads/";
    private static final String REMOTE = "origin/";

    private final RecordedSource source;
    private final RunContext run;
    private final RecordedObjects objects;
    private final GitOptions options;
    private volatile Exclusions exclusions = Exclusions.engine();

    /**
     * @param options those of the replay's git commands
     */
    ReplayedTree(
            RecordedSource source, RunContext run, RecordedObjects objects, GitOptions options) {
        this.source = source;
        this.run = run;
        this.objects = objects;
        this.options = options;
    }

    /** Sets the paths that the next effect must not change. */
    void protect(Vector<String> paths) {
        exclusions = run.exclusions(paths);
    }

    /** Makes the change of an agent or a check. */
    void change(RecordedEffect effect) throws IOException {
        for (var after : effect.after()) {
            var git = run.git();
            objects.restore(run.root(), git.workTree(exclusions), after.tree());
            var head = git.head();
            var commit = effect.reverted().getOrElse(after.commit());
            if (!head.commit().equals(commit) && head.branch().isPresent()) {
                git.restoreRef(
                        HEADS + head.branch().get(),
                        Optional.of(head.commit()),
                        Optional.of(commit));
                // Who commits leaves the index as the commit is.
                command(git, "read-tree", commit);
            }
        }
        files(effect.files(), true);
    }

    /** Makes everything as the next driver found it: also what its predecessor left unfinished. */
    void found(RecordedSession session) throws IOException {
        place(run.site().home(), session.home());
        for (var base : session.base()) base(base);
        for (var ref : session.refs())
            command(run.site().home(), "update-ref", ref.name(), ref.commit());
        if (!run.root().equals(run.site().home().place().root())) ownTree(session.tree());
        if (run.site().isThere()) files(session.files(), false);
        for (var output : session.outputs()) {
            var file = run.directory().output().resolve(output.name());
            Files.deleteIfExists(file);
            Files.copy(source.run().output().resolve(output.name()), file);
        }
    }

    private void ownTree(Option<RecordedHead> found) throws IOException {
        if (found.isEmpty()) return;
        var head = found.get();
        if (!run.site().isThere())
            run.site()
                    .home()
                    .addWorktree(run.root(), head.branch().getOrElse("replayed"), head.commit());
        place(run.git(), head);
    }

    private void place(Git git, RecordedHead found) throws IOException {
        var root = git.place().root();
        if (!isAt(git, found)) {
            for (var branch : found.branch()) {
                command(git, "update-ref", HEADS + branch, found.commit());
                command(git, "symbolic-ref", "HEAD", HEADS + branch);
            }
            if (found.branch().isEmpty())
                command(git, "update-ref", "--no-deref", "HEAD", found.commit());
            command(git, "read-tree", found.commit());
        }
        objects.restore(root, git.workTree(Exclusions.engine()), found.tree());
        // Reads the size and time of each file again, as after a checkout.
        GitCommand.in(options, root, "update-index", "-q", "--refresh").run();
    }

    private static boolean isAt(Git git, RecordedHead found) throws IOException {
        return git.resolve("HEAD").isPresent()
                && git.head().commit().equals(found.commit())
                && Option.ofOptional(git.head().branch()).equals(found.branch());
    }

    /** Moves branches to where they were. */
    void branches(Vector<RecordedBranch> branches) throws IOException {
        for (var branch : branches) base(branch);
    }

    /** What a pull brought before an effect is the base of what the effect made. */
    void moved(ExternalEffect effect, Event outcome) throws IOException {
        var git = run.site().home();
        if (effect instanceof OpenBranch open
                && open.branching() instanceof Branching.Titled titled
                && outcome instanceof BranchOpened opened)
            base(new RecordedBranch(local(titled.baseBranch()), opened.base()));
        if (effect instanceof MergeBranch merge && outcome instanceof MergeLanded landed)
            base(
                    new RecordedBranch(
                            landed.target(),
                            git.resolve(merge.branch().getOrElse("")).stream()
                                            .anyMatch(parents(landed.commit()).drop(1)::contains)
                                    ? parents(landed.commit()).head()
                                    : landed.commit()));
    }

    /**
     * Takes the commits of a rebase from the recording, if they were made at different times; one
     * command makes all of them at the same time.
     */
    boolean takesRebase(long ticket, ExternalEffect effect, Event outcome) throws IOException {
        if (effect instanceof RebaseBranch rebase && outcome instanceof BranchRebased rebased) {
            var base = run.git().baseBranch(rebase.base().toJavaOptional());
            return base.isPresent() && isTaken(base.get().commit(), rebased.head());
        }
        if (!(effect instanceof PrepareMerge && outcome instanceof MergePrepared merge)
                || !isTaken(merge.candidate().onto(), merge.candidate().commit())) return false;
        command(run.git(), "update-ref", run.mergeRef(ticket), merge.candidate().commit());
        return true;
    }

    private boolean isTaken(String from, String to) throws IOException {
        if (!objects.hasSeveralTimes(from, to)) return false;
        command(run.git(), "reset", "-q", "--keep", to);
        return true;
    }

    private Vector<String> parents(String commit) throws IOException {
        return Vector.ofAll(run.site().home().commit(commit).parents());
    }

    private static String local(String name) {
        return name.startsWith(REMOTE) ? name.substring(REMOTE.length()) : name;
    }

    /** Moves a branch to where it was, with the files of a tree that is on it. */
    void base(RecordedBranch base) throws IOException {
        var git = run.site().home();
        if (git.resolve(base.name()).equals(Optional.of(base.commit()))) return;
        var remote = base.name().startsWith(REMOTE);
        if (git.head().branch().equals(Optional.of(base.name())))
            command(git, "read-tree", "-m", "-u", "HEAD", base.commit());
        command(git, "update-ref", (remote ? "refs/remotes/" : HEADS) + base.name(), base.commit());
        if (remote && run.base().isEmpty())
            command(git, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/" + base.name());
    }

    private void command(Git git, String... words) throws IOException {
        GitCommand.in(options, git.place().root(), words).succeed();
    }

    /**
     * @param always whether a file with the same content is written again, as its writer did
     */
    private void files(Vector<RecordedFile> files, boolean always) throws IOException {
        for (var file : files) {
            var folder = RecordedFile.folder(file.name(), run);
            if (file.blob().isEmpty()) {
                folder.remove(file.name());
                continue;
            }
            byte[] content = source.blobs().get(file.blob().get());
            if (always || !isThere(folder, file.name(), content))
                folder.write(file.name(), new String(content, StandardCharsets.UTF_8));
        }
    }

    private static boolean isThere(ProtectedFolder folder, String name, byte[] content)
            throws IOException {
        return folder.read(name, Integer.MAX_VALUE - 1)
                .filter(there -> Arrays.equals(there, content))
                .isPresent();
    }
}
