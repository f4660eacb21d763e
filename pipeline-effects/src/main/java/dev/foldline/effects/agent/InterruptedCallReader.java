package dev.foldline.effects.agent;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.state.Spend;
import dev.foldline.effects.agent.cli.ChatFormat;
import dev.foldline.effects.agent.stream.StreamFormat;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.process.OutputFiles;

import io.vavr.control.Option;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads what a call had reported when its driver died from its stored stream: its conversation and
 * its usage.
 *
 * @param session none if it was not reported, or if the stream has no frames
 */
public record InterruptedCallReader(Option<String> session, Spend spend) {
    private static final InterruptedCallReader NOTHING =
            new InterruptedCallReader(Option.none(), Spend.NOTHING);

    private static final InterruptedCallReader NOT_BEGUN =
            new InterruptedCallReader(Option.none(), Spend.FREE);

    /**
     * Returns nothing for an agent that is no longer registered. A call without a stream has not
     * started.
     */
    public static InterruptedCallReader of(
            RunContext run, AgentRegistry agents, long ticket, InvokeAgent effect)
            throws IOException {
        var file = OutputFiles.in(run.directory().output(), OutputFiles.nameOfCall(ticket)).out();
        var known =
                agents.find(effect.agent())
                        .map(AgentRegistry.Listing::definition)
                        .flatMap(InterruptedCallReader::frames);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) return NOT_BEGUN;
        if (known.isEmpty() || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
            return NOTHING;
        var format = known.get();
        var hearing =
                new AgentStreamMonitor(
                        format,
                        ticket,
                        Option.none(),
                        PriorUsage.of(run, format, effect),
                        line -> {},
                        started -> {});
        hearing.estimateBy(effect.price());
        // The last line may be cut at any byte.
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(
                                Files.newInputStream(file), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine())
                hearing.line(line);
        }
        return new InterruptedCallReader(hearing.session(), hearing.spend(span(file)));
    }

    /** Returns the format of the agent's frames, if it has any. */
    private static Optional<StreamFormat> frames(AgentDefinition agent) {
        return switch (agent) {
            case AgentDefinition.Known known -> Optional.of(known.adapter());
            case AgentDefinition.Chat _ -> Optional.of(new ChatFormat());
            case AgentDefinition.BuiltIn _, AgentDefinition.Program _, AgentDefinition.Scripted _ ->
                    Optional.empty();
        };
    }

    /** Returns the time from the start to the last output; later work is unknown. */
    private static Duration span(Path file) throws IOException {
        var times =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        var span =
                Duration.between(
                        times.creationTime().toInstant(), times.lastModifiedTime().toInstant());
        return span.isNegative() ? Duration.ZERO : span;
    }
}
