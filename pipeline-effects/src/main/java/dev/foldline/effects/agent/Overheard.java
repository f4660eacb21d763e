package dev.foldline.effects.agent;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.Spend;
import dev.foldline.effects.context.RunContext;
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

/**
 * What a call had told when its driver died, read from what was kept of its stream: which conversation it was, and what it had spent.
 *
 * @param session none if it had not told it, or speaks no frames
 */
public record Overheard(Option<String> session, Spend spend) {
    private static final Overheard NOTHING = new Overheard(Option.none(), Spend.NOTHING);

    private static final Overheard NOT_BEGUN = new Overheard(Option.none(), Spend.FREE);

    /** Of an agent that is not known any more, nothing. What has no stream has not begun. */
    public static Overheard of(RunContext run, AgentBook agents, long ticket, InvokeAgent effect) throws IOException {
        var file = run.directory().output().resolve("agent-" + ticket + ".out");
        var known = agents.find(effect.agent()).map(AgentBook.Listing::definition).filter(AgentDefinition.Known.class::isInstance);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) return NOT_BEGUN;
        if (known.isEmpty() || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return NOTHING;
        var adapter = ((AgentDefinition.Known) known.get()).adapter();
        var hearing = new Hearing(adapter, ticket, Option.none(), ToldBefore.of(run, adapter, effect), line -> {}, begun -> {});
        // A line that was being written when all ended is torn in any byte.
        try (var lines = new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) hearing.line(line);
        }
        return new Overheard(hearing.session(), hearing.spend(span(file)));
    }

    /** From its start until it last said something: what it did afterwards nobody has seen. */
    private static Duration span(Path file) throws IOException {
        var times = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        var span = Duration.between(times.creationTime().toInstant(), times.lastModifiedTime().toInstant());
        return span.isNegative() ? Duration.ZERO : span;
    }
}
