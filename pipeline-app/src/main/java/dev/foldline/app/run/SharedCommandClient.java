package dev.foldline.app.run;

import dev.foldline.app.repository.CurrentAuthor;
import dev.foldline.app.run.CommandClient.Answer;
import dev.foldline.core.command.Command;
import dev.foldline.effects.fleet.RunLease;
import dev.foldline.effects.fleet.SharedInbox;
import dev.foldline.effects.json.AuthoredCommand;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.store.Inbox;
import dev.foldline.effects.redact.Redaction;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** How other clones ask a shared run for something, wherever it is driven. */
final class SharedCommandClient {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(500);

    private SharedCommandClient() {}

    /**
     * Sends a command. A run that is driven answers it; one that is not receives it when it is
     * resumed.
     *
     * @param lease of the run
     */
    static Answer send(SharedInbox inbox, RunLease lease, Command asked, Redaction redaction)
            throws IOException, InterruptedException {
        var command = Wire.withTexts(asked, redaction::unlessName);
        var name = Inbox.nextName();
        inbox.send(
                lease.run(),
                name,
                Wire.toJson(new AuthoredCommand(command, CurrentAuthor.of(command))));
        var end = Instant.now().plus(PATIENCE);
        while (!lease.isFree(Instant.now()) && Instant.now().isBefore(end)) {
            var answer = inbox.fetchAnswer(lease.run(), name);
            if (answer.isDefined()) return CommandClient.read(answer.get(), true);
            Thread.sleep(POLL);
        }
        return new Answer.NotYet();
    }
}
