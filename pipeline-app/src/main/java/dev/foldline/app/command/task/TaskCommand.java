package dev.foldline.app.command.task;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.run.RunView;
import dev.foldline.app.task.TaskDesk;
import dev.foldline.app.task.TaskDesk.Asked;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.projection.tdd.Answer;
import dev.foldline.core.workflow.builtin.Tdd;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code foldline task}: an agent pulls its next task and submits its work. */
@Command(name = "task", description = "For an agent that pulls its work: get the next task, submit what was done.",
        footer = {
            "  foldline task get                                                       the next instruction",
            "  foldline task submit --test-command 'npm test' --expectation PASS       have a step verified",
            "  foldline task submit --analysis-decision SUCCESS                        a test failed for the right reason",
        })
public final class TaskCommand implements Callable<Integer> {
    private static final String REQUEST = "--request";
    private static final String REQUEST_MEANS = "A name for this call: the same name gets the same answer again.";

    private final Console console;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public TaskCommand(Console console) { this.console = console; }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.DONE.value();
    }

    /** What is submitted. */
    static final class Work {
        @Option(names = "--test-command", paramLabel = "LINE", description = "A shell line that runs the test of this step.")
        private Optional<String> test = Optional.empty();

        @Option(names = "--expectation", paramLabel = "PASS|FAIL", description = "How that test should end.")
        private Optional<String> expectation = Optional.empty();

        @Option(names = "--analysis-decision", paramLabel = "SUCCESS|FAILURE", description = "Whether a test that failed did so for the right reason.")
        private Optional<String> decision = Optional.empty();

        @Option(names = "--commit-hash", paramLabel = "HASH", description = "The one commit of the pull request.")
        private Optional<String> commit = Optional.empty();

        Map<String, String> arguments() {
            Map<String, String> given = LinkedHashMap.empty();
            if (test.isPresent()) given = given.put(Tdd.TEST, test.get());
            if (expectation.isPresent()) given = given.put("expectation", expectation.get());
            if (decision.isPresent()) given = given.put("analysis_decision", decision.get());
            return commit.isPresent() ? given.put("commit_hash", commit.get()) : given;
        }
    }

    /** A report, as words or as a file. */
    static final class Report {
        @Option(names = "-m", required = true, paramLabel = "TEXT", description = "The report, in Markdown.")
        private String text = "";

        @Option(names = "-f", required = true, paramLabel = "FILE", description = "The file that holds the report; - for standard input.")
        private Optional<String> file = Optional.empty();
    }

    @Command(name = "get", description = "The next instruction.")
    int get(@Option(names = REQUEST, paramLabel = "NAME", description = REQUEST_MEANS) Optional<String> request) throws IOException, InterruptedException {
        return ask(request, CallKind.GET, "", LinkedHashMap.empty());
    }

    @Command(name = "submit", description = "Hand in what was done; it is verified before it counts.")
    int submit(@picocli.CommandLine.Mixin Work work, @Option(names = REQUEST, paramLabel = "NAME", description = REQUEST_MEANS) Optional<String> request)
            throws IOException, InterruptedException {
        return ask(request, CallKind.SUBMIT, "", work.arguments());
    }

    @Command(name = "reduce-scope", description = "Put the step aside and plan what is left in smaller tasks; unlocked after some failures.")
    int reduceScope(@Option(names = REQUEST, paramLabel = "NAME", description = REQUEST_MEANS) Optional<String> request) throws IOException, InterruptedException {
        return ask(request, CallKind.TOOL, Tdd.REDUCE_SCOPE, LinkedHashMap.empty());
    }

    @Command(name = "escalate", description = "Call for a person with a report; unlocked after many failures.")
    int escalate(@ArgGroup(exclusive = true, multiplicity = "0..1") Report report, @Option(names = REQUEST, paramLabel = "NAME", description = REQUEST_MEANS) Optional<String> request)
            throws IOException, InterruptedException {
        return ask(request, CallKind.TOOL, Tdd.ESCALATE, LinkedHashMap.of("markdown_report", text(Optional.ofNullable(report))));
    }

    private String text(Optional<Report> report) { return report.map(given -> given.file.map(console::text).orElse(given.text)).orElse(""); }

    private int ask(Optional<String> request, CallKind kind, String tool, Map<String, String> arguments) throws IOException, InterruptedException {
        try (var desk = TaskDesk.open(console.directory(), console.environment(), RunView.NONE)) {
            return told(desk.answer(new Asked(request.orElseGet(() -> UUID.randomUUID().toString()), kind, tool, arguments)));
        }
    }

    private int told(Answer answer) {
        var exit = Exits.of(answer.end());
        var said = answer.out() + answer.error();
        if (console.isJson()) {
            console.print(JsonText.fields("schema", "foldline.task/1", "ok", exit == ExitCode.DONE, "exit", exit.value(), "text", answer.out(), "error", answer.error(),
                    "next", Spelling.commands(said)));
            return exit.value();
        }
        if (!answer.out().isEmpty()) console.print(answer.out().endsWith("\n") ? answer.out() : answer.out() + "\n");
        if (!answer.error().isEmpty()) console.err().println(answer.error());
        var spelling = answer.end() == Answer.End.ESCALATED ? "" : Spelling.line(said);
        if (!spelling.isEmpty()) console.note(spelling);
        return exit.value();
    }
}
