package dev.foldline.app.command.task;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.task.PullWorkerApi;
import dev.foldline.app.task.PullWorkerApi.WorkerCall;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.projection.tdd.CallResponse;
import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;

/** {@code foldline task}: an agent pulls its next task and submits its work. */
@Command(
        name = "task",
        description =
                "Get the next instruction and submit work (for an agent that Foldline does not"
                        + " start).",
        footer = {
            "  foldline task get                                                       get the next"
                    + " instruction",
            "  foldline task submit --test-command 'npm test' --expectation PASS       verify a"
                    + " step",
            "  foldline task submit --analysis-decision SUCCESS                        a test"
                    + " failed for the right reason",
        })
public final class TaskCommand implements Callable<Integer> {
    private static final String REQUEST = "--request";
    private static final String REQUEST_MEANS =
            "Idempotency key: a repeated call with the same name gets the same answer.";

    private final Console console;

    @Spec private CommandSpec spec = CommandSpec.create();

    public TaskCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.DONE.value();
    }

    /** What is submitted. */
    static final class Work {
        @Option(
                names = "--test-command",
                paramLabel = "LINE",
                description = "Shell command that runs the test of this step.")
        private Optional<String> test = Optional.empty();

        @Option(
                names = "--expectation",
                paramLabel = "PASS|FAIL",
                description = "Expected result of the test.")
        private Optional<String> expectation = Optional.empty();

        @Option(
                names = "--analysis-decision",
                paramLabel = "SUCCESS|FAILURE",
                description = "Whether the test failed for the right reason.")
        private Optional<String> decision = Optional.empty();

        @Option(
                names = "--withdrawal-reason",
                paramLabel = "TEXT",
                description =
                        "Why the previous failing test was wrong. This test replaces it, and the"
                                + " review sees the reason.")
        private Optional<String> withdrawal = Optional.empty();

        @Option(
                names = "--commit-hash",
                paramLabel = "HASH",
                description = "The only commit of the pull request.")
        private Optional<String> commit = Optional.empty();

        Map<String, String> arguments() {
            Map<String, String> given = LinkedHashMap.empty();
            if (test.isPresent()) given = given.put(Tdd.TEST, test.get());
            if (expectation.isPresent()) given = given.put("expectation", expectation.get());
            if (withdrawal.isPresent()) given = given.put(Tdd.WITHDRAWAL, withdrawal.get());
            if (decision.isPresent()) given = given.put("analysis_decision", decision.get());
            return commit.isPresent() ? given.put("commit_hash", commit.get()) : given;
        }
    }

    /** A report, as words or as a file. */
    static final class Report {
        @Option(
                names = "-m",
                required = true,
                paramLabel = "TEXT",
                description = "Report, in Markdown.")
        private String text = "";

        @Option(
                names = "-f",
                required = true,
                paramLabel = "FILE",
                description = "File with the report, or - for standard input.")
        private Optional<String> file = Optional.empty();
    }

    @Command(name = "get", description = "Get the next instruction.")
    int get(
            @Option(names = REQUEST, paramLabel = "NAME", description = REQUEST_MEANS)
                    Optional<String> request)
            throws IOException, InterruptedException {
        return ask(request, CallKind.GET, "", LinkedHashMap.empty());
    }

    @Command(name = "submit", description = "Submit work for verification.")
    int submit(
            @picocli.CommandLine.Mixin Work work,
            @Option(names = REQUEST, paramLabel = "NAME", description = REQUEST_MEANS)
                    Optional<String> request)
            throws IOException, InterruptedException {
        return ask(request, CallKind.SUBMIT, "", work.arguments());
    }

    @Command(
            name = "reduce-scope",
            description =
                    "Set the step aside and plan the rest in smaller tasks. Unlocked after repeated"
                            + " failures.")
    int reduceScope(
            @Option(names = REQUEST, paramLabel = "NAME", description = REQUEST_MEANS)
                    Optional<String> request)
            throws IOException, InterruptedException {
        return ask(request, CallKind.TOOL, Tdd.REDUCE_SCOPE, LinkedHashMap.empty());
    }

    @Command(
            name = "escalate",
            description = "Escalate to a human with a report. Unlocked after many failures.")
    int escalate(
            @ArgGroup(exclusive = true, multiplicity = "0..1") Report report,
            @Option(names = REQUEST, paramLabel = "NAME", description = REQUEST_MEANS)
                    Optional<String> request)
            throws IOException, InterruptedException {
        return ask(
                request,
                CallKind.TOOL,
                Tdd.ESCALATE,
                LinkedHashMap.of("markdown_report", text(Optional.ofNullable(report))));
    }

    private String text(Optional<Report> report) {
        return report.map(given -> given.file.map(console::text).orElse(given.text)).orElse("");
    }

    private int ask(
            Optional<String> request, CallKind kind, String tool, Map<String, String> arguments)
            throws IOException, InterruptedException {
        try (var desk =
                PullWorkerApi.open(console.directory(), console.environment(), RunObserver.NONE)) {
            return print(
                    desk.answer(
                            new WorkerCall(
                                    request.orElseGet(() -> UUID.randomUUID().toString()),
                                    kind,
                                    tool,
                                    arguments)));
        }
    }

    private int print(CallResponse answer) {
        var exit = WorkerExitCodes.of(answer.end());
        var said = answer.out() + answer.error();
        if (console.isJson()) {
            console.print(
                    JsonOutput.fields(
                            "schema",
                            "foldline.task/1",
                            "ok",
                            exit == ExitCode.DONE,
                            "exit",
                            exit.value(),
                            "text",
                            answer.out(),
                            "error",
                            answer.error(),
                            "next",
                            ShellNames.commands(said)));
            return exit.value();
        }
        if (!answer.out().isEmpty())
            console.print(answer.out().endsWith("\n") ? answer.out() : answer.out() + "\n");
        if (!answer.error().isEmpty()) console.err().println(answer.error());
        var spelling = answer.end() == CallResponse.End.ESCALATED ? "" : ShellNames.line(said);
        if (!spelling.isEmpty()) console.note(spelling);
        return exit.value();
    }
}
