package dev.foldline.effects.guard;

import dev.foldline.core.event.RunEvent.CallGuarded;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.ConfiguredProgram;
import dev.foldline.effects.guard.GuardFile.Content;
import dev.foldline.effects.store.Blobs;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads the guard that a driver stored, after the call ended or the driver died. */
public final class StoredGuard {
    private StoredGuard() {}

    /** What remains of the guard after a driver died. */
    public sealed interface Left {
        /** Nothing: the call had not started. */
        record Nothing() implements Left {}

        /** The guard cannot be read; the message says where and why. */
        record Damaged(String why) implements Left {}

        /**
         * The guard is missing or differs from the log.
         *
         * @param message the message for the user
         * @param settings whether git's configuration and hooks are as logged
         */
        record Removed(String message, Settings settings) implements Left {}

        /** The guard is complete. */
        record Whole(RepositoryGuard guard) implements Left {}
    }

    /** The state of git's configuration and hooks compared with the log. */
    public enum Settings {
        AS_THEY_WERE,
        CHANGED
    }

    /**
     * Returns the guard of a call whose driver died.
     *
     * @param started programs that the driver starts itself
     */
    public static Left left(
            RunContext run,
            long ticket,
            RepositoryGuard.Commits commits,
            List<ConfiguredProgram> started) {
        var logged = GuardDigest.logged(run.directory(), ticket);
        return logged.isDefined() && !isLogged(run.directory(), logged.get())
                ? removed(run, logged.get(), started)
                : found(run, ticket, commits);
    }

    /** Returns whether the stored snapshot is the logged one. */
    private static boolean isLogged(RunDirectory directory, CallGuarded logged) {
        return GuardFile.read(directory) instanceof GuardFile.Reading.There(var content)
                && GuardDigest.digestOf(content.before()).equals(logged.seen());
    }

    private static Left removed(
            RunContext run, CallGuarded logged, List<ConfiguredProgram> started) {
        var reported =
                "removed or rewrote the guard of its call, "
                        + GuardFile.in(run.directory())
                        + ", so that branches and uncommitted work cannot be compared; ";
        try {
            var now =
                    GitConfigGuard.around(
                            run.git(), run.blobs(), RunRefs.look(run.git(), run.base()), started);
            if (GuardDigest.settings(now.hooks(), now.files()).equals(logged.settings()))
                return new Left.Removed(
                        reported + "git's configuration and hooks are as they were",
                        Settings.AS_THEY_WERE);
        } catch (IOException unreadable) {
            reported += unreadable.getMessage() + "; ";
        }
        return new Left.Removed(
                reported
                        + "git's configuration or hooks are not what they were: check "
                        + run.git().place().commonFolder().resolve("config")
                        + " and "
                        + run.git().place().commonFolder().resolve("hooks")
                        + " before you go on",
                Settings.CHANGED);
    }

    private static Left found(RunContext run, long ticket, RepositoryGuard.Commits commits) {
        return switch (GuardFile.read(run.directory())) {
            case GuardFile.Reading.Absent _ -> new Left.Nothing();
            case GuardFile.Reading.Damaged(var why) ->
                    new Left.Damaged(GuardFile.in(run.directory()) + ": " + why);
            case GuardFile.Reading.There(var content) when content.before().ticket() != ticket ->
                    new Left.Nothing();
            case GuardFile.Reading.There(var content) when !isOf(run.root(), content) ->
                    new Left.Damaged(
                            GuardFile.in(run.directory())
                                    + ": it is of another working tree: "
                                    + content.before().papers().head().path());
            case GuardFile.Reading.There(var content) ->
                    new Left.Whole(
                            new RepositoryGuard(
                                    run, commits, content, RepositoryGuard.CHANGES_BY_OTHERS));
        };
    }

    /** Returns the file that stores the guard during a call. */
    public static Path file(RunDirectory directory) {
        return GuardFile.in(directory);
    }

    /**
     * Returns the ticket of the stored guard, if it can be read. The guard is written just before
     * the call's intent is logged.
     */
    public static Optional<Long> ticket(RunDirectory directory) {
        return GuardFile.read(directory) instanceof GuardFile.Reading.There(var content)
                ? Optional.of(content.before().ticket())
                : Optional.empty();
    }

    /**
     * Returns whether a call is in progress or was interrupted. Its guard is released when its
     * outcome is logged.
     */
    public static boolean isUp(RunDirectory directory) {
        return Files.exists(GuardFile.in(directory), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Restores the files that tell git what to run if the call of this ticket was interrupted,
     * before git runs there. Only for a run without a driver.
     *
     * @param root the run's working tree
     */
    public static void secure(RunDirectory directory, Blobs blobs, Path root, long ticket) {
        if (GuardFile.read(directory) instanceof GuardFile.Reading.There(var content)
                && content.before().ticket() == ticket
                && isOf(root, content)
                && GuardDigest.logged(directory, ticket)
                        .forAll(logged -> isLogged(directory, logged)))
            GitConfigGuard.of(root, blobs, content.before())
                    .restore(new GuardFindings(directory, content));
    }

    /**
     * A run directory may have been copied with its repository; the original's files must not be
     * touched then.
     */
    private static boolean isOf(Path root, Content content) {
        return content.before()
                .papers()
                .headOption()
                .exists(paper -> paper.file().equals(root.resolve(RepositoryGuard.TASK_FILE)));
    }

    /** Removes the guard once the call's outcome is logged. */
    public static void release(RunDirectory directory) {
        try {
            GuardFile.remove(directory);
        } catch (IOException stays) {
            // The guard names its ticket, so it cannot be mistaken for another call's.
        }
    }
}
