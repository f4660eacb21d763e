package dev.foldline.app.run;

import dev.foldline.app.repository.RunLog;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.effects.fleet.SharedInbox;
import dev.foldline.effects.fleet.SharedInbox.SharedMessage;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.Inbox;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Brings the commands that other clones have sent to a shared run to its driver, and the answers
 * back. A command stays in the shared repository until the event that it became is published:
 * before, it could be lost with this host.
 */
final class CommandRelay implements AutoCloseable {
    private static final Duration POLL = Duration.ofSeconds(2);
    private static final String NOT_OFFERED = "this is not a command that another clone may send";

    private final SharedInbox shared;
    private final RunLog log;
    private final Supplier<? extends GitReads> git;
    private final String run;
    private final Inbox inbox;
    private final LongSupplier published;
    private final Redaction redaction;
    private Map<String, SharedMessage> delivered = HashMap.empty();
    private Vector<Reply> replies = Vector.empty();
    private Vector<Reply> answered = Vector.empty();
    private @Nullable Thread thread;

    /**
     * An answer to a command that is still in the shared repository.
     *
     * @param end up to where the log must be published before
     */
    private record Reply(SharedMessage message, String json, long end) {}

    /**
     * @param git reads the working tree of the run, which it may not have made yet
     * @param published up to where the log is published, in bytes
     */
    CommandRelay(
            SharedInbox shared,
            RunLog log,
            Supplier<? extends GitReads> git,
            LongSupplier published,
            Redaction redaction) {
        this.shared = shared;
        this.log = log;
        this.git = git;
        this.run = log.directory().id().text();
        this.inbox = new Inbox(log.directory().inbox());
        this.published = published;
        this.redaction = redaction;
    }

    /** Carries out what has arrived before there is a driver. */
    synchronized void admit() throws IOException {
        for (var message : messages()) {
            var refusal = refusal(message);
            reply(
                    message,
                    refusal.isDefined()
                            ? CommandClient.rejected(refusal.get(), redaction)
                            : CommandClient.admit(log, message.name(), message.json(), redaction));
        }
    }

    /** What cannot be fetched now is fetched later. */
    private Vector<SharedMessage> messages() throws IOException {
        try {
            return shared.messages(run);
        } catch (GitFault silent) {
            if (silent.kind() == GitFault.Kind.INTERRUPTED) throw silent;
            return Vector.empty();
        }
    }

    private void reply(SharedMessage message, String json) throws IOException {
        replies = replies.append(new Reply(message, json, Files.size(log.directory().events())));
        delivered = delivered.put(message.name(), message);
    }

    /** Returns why the run does not receive a message, if it does not. */
    private Option<String> refusal(SharedMessage message) throws GitFault {
        try {
            var command = Wire.authoredCommand(message.json()).command();
            if (!isOffered(command)) return Option.of(NOT_OFFERED);
            return command instanceof Command.Approve(_, var shown, _)
                    ? moved(shown)
                    : Option.none();
        } catch (WireFault malformed) {
            return Option.of(NOT_OFFERED);
        }
    }

    /** The sender sees what was published, not the working tree. */
    private Option<String> moved(Shown shown) throws GitFault {
        var state = log.state();
        if (!(state.slots().gate() instanceof GateSlot.Open(var gate))
                || !shown.instance().contains(gate.instance())
                || gate.origin() != Gate.Origin.PHASE
                || state.preparedMerge().isDefined()
                || gate.tree().isEmpty()) return Option.none();
        var now = git.get().workTree(Exclusions.of(state));
        return Option.when(
                !gate.tree().contains(now),
                "files have changed since the gate "
                        + gate.id()
                        + " opened on the run's host: it shows tree "
                        + gate.tree().get()
                        + ", and now it is "
                        + now);
    }

    /** Returns whether another clone may ask for it. */
    private static boolean isOffered(Command command) {
        return switch (command) {
            case Command.Approve(_, var shown, _) ->
                    shown.instance().isDefined() && shown.revision().isDefined();
            case Command.Reject _,
                    Command.Pause _,
                    Command.SetUntil _,
                    Command.SkipWait _,
                    Command.RaiseBudget _ ->
                    true;
            case Command.Abort _,
                    Command.ReplaceArtifact _,
                    Command.Freeze _,
                    Command.Resume _,
                    Command.RetryHalted _,
                    Command.Call _,
                    Command.ReportChildEnd _,
                    Command.ReportChild _,
                    Command.SeeCommits _,
                    Command.SeePullRequest _,
                    Command.DeclareDone _,
                    Command.AddItems _ ->
                    false;
        };
    }

    /** Asks for commands until this is closed. */
    void start(Consumer<String> notice) {
        thread = Thread.ofVirtual().name("commands").start(() -> repeat(notice));
    }

    private void repeat(Consumer<String> notice) {
        var complaint = "";
        while (!Thread.currentThread().isInterrupted()) {
            try {
                poll();
                complaint = "";
            } catch (IOException silent) {
                var text = "commands of other clones: " + silent.getMessage();
                if (!text.equals(complaint)) notice.accept(text);
                complaint = text;
            }
            try {
                Thread.sleep(POLL);
            } catch (InterruptedException closed) {
                return;
            }
        }
    }

    private synchronized void poll() throws IOException {
        for (var message : shared.messages(run))
            if (!delivered.containsKey(message.name())) deliver(message);
        collect();
        send();
    }

    private void deliver(SharedMessage message) throws IOException {
        var refusal = refusal(message);
        if (refusal.isDefined()) reply(message, CommandClient.rejected(refusal.get(), redaction));
        else {
            inbox.deliver(message.name(), message.json());
            delivered = delivered.put(message.name(), message);
        }
    }

    private void collect() throws IOException {
        for (var message : delivered.values()) {
            var answer = inbox.fetchAnswer(message.name());
            if (answer.isPresent()) reply(message, answer.get());
        }
    }

    private void send() throws IOException {
        for (var reply : replies) {
            shared.answer(run, reply.message(), reply.json());
            replies = replies.remove(reply);
            answered = answered.append(reply);
        }
        for (var reply : answered)
            if (published.getAsLong() >= reply.end()) {
                shared.remove(run, reply.message());
                answered = answered.remove(reply);
            }
    }

    /** Sends the last answers, and removes the commands whose events are published. */
    synchronized void finish() throws IOException {
        try {
            collect();
            send();
        } catch (GitFault silent) {
            // The next driver answers: the log names each command that it has received.
            if (silent.kind() == GitFault.Kind.INTERRUPTED) throw silent;
        }
    }

    @Override
    public void close() throws InterruptedException {
        var asking = thread;
        if (asking == null) return;
        asking.interrupt();
        asking.join();
    }
}
