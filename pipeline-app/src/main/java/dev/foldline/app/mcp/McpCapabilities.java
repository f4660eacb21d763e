package dev.foldline.app.mcp;

import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.redact.Redaction;

import io.vavr.control.Option;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a server offers its clients.
 *
 * @param resources of operators; with them come prompts
 * @param redaction what is taken out of every answer
 * @param bugs notified of internal errors
 */
public record McpCapabilities(
        List<McpTool> tools,
        Option<RunResources> resources,
        Redaction redaction,
        Consumer<Throwable> bugs) {

    /** The names of the tools, in order. */
    Set<String> names() {
        return tools.stream()
                .map(McpTool::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * The tools of a user: answer gates, freeze runs, read.
     *
     * @param diagnostics receives notices and internal errors; never standard output
     */
    public static McpCapabilities forOperators(
            Path directory, Map<String, String> environment, PrintStream diagnostics) {
        return forOperators(directory, environment, diagnostics::println, reportedTo(diagnostics));
    }

    /** The same, where remarks and mistakes of ours go elsewhere. */
    public static McpCapabilities forOperators(
            Path directory,
            Map<String, String> environment,
            Consumer<String> notice,
            Consumer<Throwable> bugs) {
        var here = new ServerContext(directory, environment);
        var operations = new OperationTools(here, notice);
        var tools =
                Stream.of(
                                GateTools.of(here, notice),
                                List.of(new WaitTool(here).tool()),
                                operations.all())
                        .flatMap(List::stream)
                        .toList();
        return new McpCapabilities(
                tools, Option.of(new RunResources(operations, here)), here.redaction(), bugs);
    }

    private static Consumer<Throwable> reportedTo(PrintStream diagnostics) {
        return bug -> bug.printStackTrace(diagnostics);
    }

    /** What an agent may do that pulls its work. */
    public static McpCapabilities forWorkers(
            Path directory, Map<String, String> environment, PrintStream diagnostics) {
        var here = new ServerContext(directory, environment);
        return new McpCapabilities(
                TaskTools.of(here), Option.none(), here.redaction(), reportedTo(diagnostics));
    }

    /** The tools of an agent in its call: read its task, submit artifacts. */
    public static McpCapabilities forAgents(
            Path directory,
            Map<String, String> environment,
            ProcessMarker marker,
            PrintStream diagnostics) {
        var here = new ServerContext(directory, environment);
        return new McpCapabilities(
                AgentTools.of(here, marker),
                Option.none(),
                here.redaction(),
                reportedTo(diagnostics));
    }
}
