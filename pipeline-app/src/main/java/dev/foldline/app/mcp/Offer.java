package dev.foldline.app.mcp;

import dev.foldline.effects.process.Marker;
import dev.foldline.effects.redact.Redaction;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a server offers its clients.
 *
 * @param redaction what is taken out of every answer
 * @param diagnostics where remarks and bugs of ours are told; never standard output
 */
public record Offer(List<McpTool> tools, Redaction redaction, PrintStream diagnostics) {

    /** What a person may do: answer gates, freeze, look. */
    public static Offer forOperators(Path directory, Map<String, String> environment, PrintStream diagnostics) {
        var here = new Here(directory, environment);
        var tools = Stream.of(GateTools.of(here, diagnostics::println), RunTools.of(here)).flatMap(List::stream).toList();
        return new Offer(tools, here.redaction(), diagnostics);
    }

    /** What an agent may do that pulls its work. */
    public static Offer forWorkers(Path directory, Map<String, String> environment, PrintStream diagnostics) {
        var here = new Here(directory, environment);
        return new Offer(TaskTools.of(here), here.redaction(), diagnostics);
    }

    /** What an agent may do in its call: read its task, hand in artifacts. */
    public static Offer forAgents(Path directory, Map<String, String> environment, Marker marker, PrintStream diagnostics) {
        var here = new Here(directory, environment);
        return new Offer(AgentTools.of(here, marker), here.redaction(), diagnostics);
    }
}
