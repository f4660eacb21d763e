package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.CurrentAuthor;
import dev.foldline.core.command.Author;
import dev.foldline.effects.process.LoopbackClient;
import dev.foldline.effects.process.ProcessAncestry;
import dev.foldline.effects.process.Reaper;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.Vector;
import io.vavr.control.Either;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Checks whether the caller may act as the user. A process of a run may not, even outside its
 * session and environment: its resource limits or its ancestors identify it.
 */
public final class CallerCheck {
    private static final String ONLY_A_PERSON = ": only a human may do this";

    private CallerCheck() {}

    /**
     * @throws UserError if this process works for a run
     */
    public static void refuseAgents() {
        var marker = Reaper.ourMarker();
        if (marker.isPresent()) throw refusal("this process works for run " + marker.get().run());
    }

    /**
     * @throws UserError if this process works for a run, or was started below the driver of this
     *     one
     */
    public static void refuseAgents(RunDirectory run) throws IOException {
        refuseAgents();
        var driver = RunLock.holder(run.lock());
        if (driver.isPresent() && isBelow(ProcessHandle.current(), driver.get().pid()))
            throw refusal(
                    "this process was started below process "
                            + driver.get().pid()
                            + ", which drives run "
                            + run.id());
    }

    /**
     * The author of a request over a connection on this machine, or why it is refused.
     *
     * @param port the client's
     * @param serverPort to which it is connected
     */
    public static Either<String, Supplier<Author>> client(
            Author.Channel channel, int port, int serverPort) {
        return switch (LoopbackClient.of(port, serverPort)) {
            case LoopbackClient.Found(var processes) -> {
                var why = processes.stream().flatMap(each -> suspicion(each).stream()).findFirst();
                yield why.isPresent()
                        ? Either.left(why.get() + ONLY_A_PERSON)
                        : Either.right(() -> CurrentAuthor.by(channel, processes.getFirst()));
            }
            case LoopbackClient.Hidden _ ->
                    Reaper.hides()
                            ? Either.left(
                                    "cannot inspect the client, and processes of a run hide their"
                                            + " files"
                                            + ONLY_A_PERSON)
                            : Either.right(() -> unknown(channel));
            case LoopbackClient.Gone _ ->
                    Either.left(
                            "the client closed its connection before it could be inspected"
                                    + ONLY_A_PERSON);
            case LoopbackClient.Unknown _ -> Either.right(() -> unknown(channel));
        };
    }

    private static Optional<String> suspicion(ProcessHandle client) {
        var named = "process " + ProcessAncestry.words(client).getFirst();
        var marker = Reaper.markerOf(client);
        if (marker.isPresent()) return Optional.of(named + " works for run " + marker.get().run());
        return Reaper.isBelowCall(client)
                ? Optional.of(named + " was started by a run that this server drives")
                : Optional.empty();
    }

    private static boolean isBelow(ProcessHandle process, long ancestor) {
        List<ProcessHandle> ancestry = ProcessAncestry.of(process);
        return ancestry.stream().skip(1).anyMatch(each -> each.pid() == ancestor);
    }

    private static Author unknown(Author.Channel channel) {
        return new Author("unknown", channel, Vector.empty());
    }

    private static UserError refusal(String why) {
        return new UserError(why + ONLY_A_PERSON, "", "", ExitCode.FAILED);
    }
}
