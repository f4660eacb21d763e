package dev.foldline.app.command.inspect;

import dev.foldline.app.command.Console;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.local.RecordedPack;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.replay.DamagedRecording;
import dev.foldline.effects.replay.RecordedSource;
import dev.foldline.effects.replay.RunBundle;

import io.vavr.collection.Vector;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** Writes a recorded run to one file, or a point of a run to a JUnit test. */
@Command(
        name = "export",
        description = "Export a recorded run as one file, or a decision as a JUnit test.",
        footer = {
            "  foldline export @ --bundle run.zip",
            "  foldline replay run.zip --hermetic     replay it, on any machine with git",
            "  foldline export @:41 --junit . --workflow example.Guide.WORKFLOW.workflow()",
        })
public final class ExportCommand implements Callable<Integer> {
    static final String SCHEMA = "foldline.export/1";
    private static final int NAMES_MAX = 20;

    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN[:SEQ]",
            defaultValue = "@",
            description = "Run, or the event after which --junit fails (default: latest).")
    private String run = "@";

    @ArgGroup(multiplicity = "1")
    private Target target = new Target();

    @ArgGroup private @Nullable Secrets secrets;

    /** What is written. */
    static final class Target {
        @Option(
                names = "--bundle",
                paramLabel = "FILE",
                required = true,
                description = "Write the log, the recording and its git objects to this new file.")
        private @Nullable Path file;

        @ArgGroup(exclusive = false)
        private @Nullable Test test;
    }

    /** A test in a Java project. */
    static final class Test {
        @Option(
                names = "--junit",
                paramLabel = "DIR",
                required = true,
                description =
                        "Write a test and the log up to SEQ to src/test of this Java project.")
        private Path project = Path.of("");

        @Option(
                names = "--workflow",
                paramLabel = "EXPRESSION",
                required = true,
                description = "Workflow value that the test uses, as Java code.")
        private String workflow = "";
    }

    /** What happens to files with a secret. */
    static final class Secrets {
        @Option(
                names = "--include-secrets",
                required = true,
                description = "Export also files that hold a secret.")
        private boolean included;

        @Option(
                names = "--drop",
                required = true,
                description = "Leave out files that hold a secret; the bundle cannot be replayed.")
        private boolean dropped;
    }

    public ExportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (target.test != null)
            return new JUnitExport(console)
                    .export(
                            run,
                            console.resolve(target.test.project.toString()),
                            target.test.workflow);
        return bundle(console.resolve(String.valueOf(target.file)));
    }

    private int bundle(Path target) throws IOException {
        if (Files.exists(target))
            throw new UserError(
                    "the file exists already",
                    target.toString(),
                    "name a new file",
                    ExitCode.USAGE);
        var source = RecordedRuns.find(console, run);
        try {
            return exported(source, target);
        } catch (DamagedRecording damaged) {
            throw RecordedRuns.refused(source, source.run().events(), damaged);
        }
    }

    private int exported(RecordedSource source, Path target) throws IOException {
        var bundle = RunBundle.of(source, GitOptions.from(console.environment()));
        var found =
                secrets != null && secrets.included
                        ? Vector.<String>empty()
                        : bundle.secrets(Redaction.of(console.environment()));
        if (found.nonEmpty() && !(secrets != null && secrets.dropped)) throw refused(found);
        bundle.write(target, found);
        if (found.nonEmpty())
            console.note(
                    "the bundle cannot be replayed: it lacks "
                            + found.size()
                            + " objects that hold a secret");
        print(source, target, found);
        return ExitCode.DONE.value();
    }

    private UserError refused(Vector<String> found) {
        return new UserError(
                found.size()
                        + " recorded files or commits hold a secret: "
                        + found.take(NAMES_MAX).map(RecordedPack::nameOf).mkString(", ")
                        + (found.size() > NAMES_MAX ? ", ..." : ""),
                "",
                "export them with --include-secrets, or leave them out with --drop",
                ExitCode.FAILED);
    }

    private void print(RecordedSource source, Path target, Vector<String> dropped)
            throws IOException {
        var bytes = Files.size(target);
        if (console.isJson())
            console.print(
                    JsonOutput.fields(
                            "schema",
                            SCHEMA,
                            "ok",
                            true,
                            "exit",
                            0,
                            "run",
                            source.run().id().text(),
                            "file",
                            target.toString(),
                            "bytes",
                            bytes,
                            "dropped",
                            dropped.map(RecordedPack::nameOf).asJava()));
        else
            console.print(
                    "run " + source.run().id() + " is in " + target + " (" + bytes + " bytes)\n");
    }
}
