package dev.foldline.app.mcp;

import dev.foldline.effects.process.Marker;
import dev.foldline.effects.redact.Redaction;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What a server offers its clients.
 *
 * @param redaction what is taken out of every answer
 * @param bugs told of mistakes of ours
 */
public record Offer(List<McpTool> tools, Redaction redaction, Consumer<Throwable> bugs) {

    /**
     * What a person may do: answer gates, freeze, look.
     *
     * @param diagnostics where remarks and mistakes of ours are told; never standard output
     */
    public static Offer forOperators(Path directory, Map<String, String> environment, PrintStream diagnostics) {
        return forOperators(directory, environment, diagnostics::println, toldTo(diagnostics));
    }

    /** The same, where remarks and mistakes of ours go elsewhere. */
    public static Offer forOperators(Path directory, Map<String, String> environment, Consumer<String> notice, Consumer<Throwable> bugs) {
        var here = new Here(directory, environment);
        var tools = Stream.of(GateTools.of(here, notice), RunTools.of(here)).flatMap(List::stream).toList();
        return new Offer(tools, here.redaction(), bugs);
    }

    private static Consumer<Throwable> toldTo(PrintStream diagnostics) { return bug -> bug.printStackTrace(diagnostics); }

    /** What an agent may do that pulls its work. */
    public static Offer forWorkers(Path directory, Map<String, String> environment, PrintStream diagnostics) {
        var here = new Here(directory, environment);
        return new Offer(TaskTools.of(here), here.redaction(), toldTo(diagnostics));
    }

    /** What an agent may do in its call: read its task, hand in artifacts. */
    public static Offer forAgents(Path directory, Map<String, String> environment, Marker marker, PrintStream diagnostics) {
        var here = new Here(directory, environment);
        return new Offer(AgentTools.of(here, marker), here.redaction(), toldTo(diagnostics));
    }
}
