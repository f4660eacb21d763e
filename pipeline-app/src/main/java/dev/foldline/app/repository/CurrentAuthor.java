package dev.foldline.app.repository;

import dev.foldline.core.command.Author;
import dev.foldline.core.command.Command;
import dev.foldline.effects.process.ProcessAncestry;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.function.Supplier;

/**
 * Who asks in this thread: known from where a command, a request or a call comes in to where it is
 * carried out.
 */
public final class CurrentAuthor {
    private static final ScopedValue<Supplier<Author>> NOW = ScopedValue.newInstance();

    private CurrentAuthor() {}

    /** Runs an action on behalf of an author. */
    public static <T, X extends Throwable> T as(
            Supplier<Author> author, ScopedValue.CallableOp<T, X> work) throws X {
        return ScopedValue.where(NOW, author).call(work);
    }

    /** Returns the author of the current thread's command; none if there is no user. */
    public static Option<Author> of(Command command) {
        return isOfPerson(command) && NOW.isBound() ? Option.of(NOW.get().get()) : Option.none();
    }

    private static boolean isOfPerson(Command command) {
        return switch (command) {
            case Command.Pause _,
                    Command.Resume _,
                    Command.Abort _,
                    Command.Freeze _,
                    Command.Approve _,
                    Command.Reject _,
                    Command.ReplaceArtifact _,
                    Command.RetryHalted _,
                    Command.RaiseBudget _,
                    Command.SetUntil _,
                    Command.SkipWait _,
                    Command.AddItems _ ->
                    true;
            case Command.DeclareDone(_, var commit) -> commit.isEmpty();
            case Command.Call _,
                    Command.ReportChildEnd _,
                    Command.ReportChild _,
                    Command.SeeCommits _,
                    Command.SeePullRequest _ ->
                    false;
        };
    }

    /** The user of this process, by a process that has asked. */
    public static Author by(Author.Channel channel, ProcessHandle process) {
        return new Author(
                process.info().user().orElse("unknown"),
                channel,
                Vector.ofAll(ProcessAncestry.words(process)));
    }
}
