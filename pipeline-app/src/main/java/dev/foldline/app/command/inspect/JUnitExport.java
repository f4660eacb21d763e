package dev.foldline.app.command.inspect;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunLookup;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.RunArgument;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.testkit.incident.Incident;
import dev.foldline.testkit.incident.IncidentReplay.Verdict;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Writes a JUnit test that replays a run up to an event against a workflow value of a Java project.
 * The test needs the log only, which is a resource beside it.
 */
final class JUnitExport {
    private static final Pattern EXPRESSION =
            Pattern.compile("((?:[a-z_]\\w*\\.)*)([A-Z]\\w*(?:\\.\\w+(?:\\([^;{}\\n]*\\))?)+)");
    private static final String TEST =
            """
            import static org.junit.jupiter.api.Assertions.assertEquals;

            import dev.foldline.testkit.incident.Incident;

            import org.junit.jupiter.api.Test;

            import java.util.Optional;

            /** Run %s decided at event %d: %s. */
            class %s {

                /** Fails as long as the workflow makes the same decision after the same answers. */
                @Test
                void the_workflow_decides_otherwise() {
                    var incident = Incident.read(%s.class, "%s");
                    assertEquals(Optional.empty(), incident.problem(%s));
                }
            }
            """;

    private final Console console;

    JUnitExport(Console console) {
        this.console = console;
    }

    /**
     * A workflow value.
     *
     * @param owner the package of its class, which is also that of the test; may be empty
     * @param value the expression in this package
     */
    private record WorkflowValue(String owner, String value) {

        static WorkflowValue parse(String text) {
            var expression = EXPRESSION.matcher(text);
            if (!expression.matches())
                throw new UserError(
                        "'" + text + "' is no workflow value in Java",
                        "--workflow",
                        "name it as Java code does, for example:"
                                + " --workflow example.Guide.WORKFLOW.workflow()",
                        ExitCode.USAGE);
            return new WorkflowValue(
                    expression.group(1).replaceFirst("\\.$", ""), expression.group(2));
        }

        Path in(Path sources) {
            return sources.resolve(owner.replace('.', '/'));
        }

        String declaration() {
            return owner.isEmpty() ? "" : "package " + owner + ";\n\n";
        }
    }

    int export(String point, Path project, String workflow) throws IOException {
        var value = WorkflowValue.parse(workflow);
        var argument = RunArgument.parse(point);
        var history = RunHistory.open(RunLookup.find(console, argument));
        long seq = argument.point(history).seq();
        var log = prefix(history.log(), seq);
        var incident = checked(history.name(), seq, log);
        var name = "IncidentR" + history.name().substring(1) + "Event" + seq + "Test";
        var resource = "incident-" + history.name() + "-" + seq + ".jsonl";
        var test = value.in(project.resolve("src/test/java")).resolve(name + ".java");
        var events = value.in(project.resolve("src/test/resources")).resolve(resource);
        for (var file : Vector.of(test, events)) refuseExisting(file);
        var source =
                value.declaration()
                        + TEST.formatted(
                                history.name(),
                                seq,
                                incident.decision(),
                                name,
                                name,
                                resource,
                                value.value());
        write(test, source.getBytes(StandardCharsets.UTF_8));
        write(events, log);
        print(history.name(), seq, incident, List.of(test.toString(), events.toString()));
        return ExitCode.DONE.value();
    }

    private static Incident checked(String run, long seq, byte[] log) throws IOException {
        if (seq < 2)
            throw new UserError(
                    "nothing has been decided at the first event",
                    run + ":" + seq,
                    "name a later event",
                    ExitCode.USAGE);
        var incident = Incident.parse(log);
        var replay = incident.replay();
        if (replay.verdict() == Verdict.REPEATED) return incident;
        throw new UserError(
                "the decision does not follow from the log alone: " + replay.explanation(),
                run + ":" + seq,
                "take the whole recorded run elsewhere with --bundle",
                ExitCode.DIVERGED);
    }

    /** Returns the log up to an event. */
    private static byte[] prefix(Path log, long seq) throws IOException {
        try (var reader = LogReader.open(log);
                var bytes = Files.newInputStream(log)) {
            while (reader.position().seq() < seq && reader.next() instanceof ReadResult.Line) {}
            return bytes.readNBytes((int) reader.position().offset());
        }
    }

    private static void refuseExisting(Path file) {
        if (Files.exists(file))
            throw new UserError(
                    "the file exists already",
                    file.toString(),
                    "remove it, or name another folder",
                    ExitCode.USAGE);
    }

    private static void write(Path file, byte[] content) throws IOException {
        var folder = file.getParent();
        if (folder != null) Files.createDirectories(folder);
        Files.write(file, content);
    }

    private void print(String run, long seq, Incident incident, List<String> files) {
        if (console.isJson())
            console.print(
                    JsonOutput.fields(
                            "schema",
                            ExportCommand.SCHEMA,
                            "ok",
                            true,
                            "exit",
                            0,
                            "run",
                            run,
                            "seq",
                            seq,
                            "decision",
                            incident.decision(),
                            "files",
                            files));
        else
            console.print(
                    "the test fails as long as the workflow decides: "
                            + incident.decision()
                            + "\n"
                            + String.join("\n", files)
                            + "\n");
    }
}
