package dev.foldline.app.run;

import dev.foldline.effects.json.CommandReply;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.RunDirectory;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The messages of the inbox that a run's log has received. The log is read once, and then only what
 * was appended since the last question.
 */
final class ReceivedMessages implements AutoCloseable {
    private final RunDirectory run;
    private final Map<String, String> events = new HashMap<>();
    private @Nullable LogReader reader;

    ReceivedMessages(RunDirectory run) {
        this.run = run;
    }

    /**
     * Returns the event that a message became, if the log has it: then it is answered with that,
     * and changes nothing again.
     */
    Optional<CommandReply> find(String name) throws IOException {
        var log = reader;
        if (log == null) log = LogReader.open(run.events());
        reader = log;
        while (log.next() instanceof ReadResult.Line(var line))
            line.message().ifPresent(message -> events.putIfAbsent(message, line.event()));
        return Optional.ofNullable(events.get(name))
                .map(event -> new CommandReply.CommandAccepted(Wire.event(event)));
    }

    @Override
    public void close() throws IOException {
        if (reader != null) reader.close();
    }
}
