package dev.foldline.app.command.gate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.command.JsonOutput.Raw;
import dev.foldline.app.gate.ApprovalTarget;
import dev.foldline.app.gate.GateHistory;
import dev.foldline.app.gate.GateIntent;
import dev.foldline.app.gate.GatePage;
import dev.foldline.app.gate.OpenGate;
import dev.foldline.app.gate.RepositoryTables;
import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.run.Workspace;
import dev.foldline.app.view.Printable;
import dev.foldline.core.command.Author;
import dev.foldline.effects.log.AuthorJson;
import dev.foldline.effects.table.GateRow;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code foldline gates}: lists the open gates. */
@Command(
        name = "gates",
        description = "List the open gates of all runs, or show one gate.",
        footer = {
            "  foldline gates                     list the open gates, or show the only one",
            "  foldline gates plan                show artifacts, changes and checks of the gate"
                    + " plan",
        })
public final class GatesCommand implements Callable<Integer> {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.gates/1";

    private final Console console;

    @Mixin private GateArguments which = new GateArguments();

    public GatesCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (which.isGiven()) return page(which.find(console, GateIntent.LOOK));
        var runs = Checkout.at(console.directory()).runs();
        var rows = new RepositoryTables(runs, console::note).openGates();
        if (console.isJson()) console.print(documents(rows));
        else if (rows.isEmpty()) console.print("No open gates.\n");
        else if (rows.size() == 1 && Files.isWritable(runs.root()))
            return page(which.find(console, GateIntent.LOOK));
        else console.print(lines(rows));
        return ExitCode.DONE.value();
    }

    /** To see what lies in the working tree now, git writes objects. */
    private int page(OpenGate open) throws IOException {
        try (var here = Workspace.open(console.directory(), console.environment())) {
            var ground = ApprovalTarget.of(here, open);
            if (console.isJson())
                console.print(
                        JsonOutput.fields(
                                "schema", SCHEMA, "gates", List.of(document(open, ground))));
            else console.print(GatePage.of(open, ground, here.runs().blobs(), console.paint()));
        }
        return ExitCode.DONE.value();
    }

    private String lines(List<GateRow> rows) {
        var text = new StringBuilder();
        for (var row : rows)
            text.append(console.paint().strong(Printable.line(row.gateId())))
                    .append("  ")
                    .append(row.run())
                    .append("  revision ")
                    .append(row.revision())
                    .append("  since ")
                    .append(row.opening().at())
                    .append(
                            row.opening()
                                    .by()
                                    .map(by -> "  by " + EventFormatter.of(by))
                                    .orElse(""))
                    .append("  ")
                    .append(Printable.line(row.reason()))
                    .append('\n');
        return text.append("\nTo show one: foldline gates ")
                .append(rows.getFirst().gateId())
                .append(' ')
                .append(rows.getFirst().run())
                .append('\n')
                .toString();
    }

    /** All that wait, for programs. */
    public static Map<String, Object> documents(List<GateRow> rows) {
        return JsonOutput.fields(
                "schema", SCHEMA, "gates", rows.stream().map(GatesCommand::document).toList());
    }

    /** An open gate, for programs. */
    public static Map<String, Object> document(GateRow row) {
        return JsonOutput.fields(
                "gate_id",
                row.gateId(),
                "reason",
                row.reason(),
                "created_at",
                row.opening().at(),
                "opened_by",
                written(row.opening().by()),
                "run",
                row.run(),
                "instance",
                row.instance(),
                "revision",
                row.revision(),
                "tree",
                row.tree());
    }

    private static Map<String, Object> document(GateHistory.Answer answer) {
        return JsonOutput.fields(
                "gate_id",
                answer.gate(),
                "status",
                answer.verdict().name(),
                "revision",
                answer.revision(),
                "at",
                answer.at(),
                "feedback",
                answer.feedback(),
                "by",
                written(answer.by()));
    }

    private static Optional<Raw> written(Optional<Author> author) {
        return author.map(AuthorJson::write).map(Raw::new);
    }

    /** The same, with what would be approved now. */
    public static Map<String, Object> document(OpenGate open, ApprovalTarget ground)
            throws IOException {
        var gate = open.gate();
        var history = GateHistory.of(open.run());
        return JsonOutput.fields(
                "gate_id",
                gate.id(),
                "reason",
                gate.reason(),
                "opened_by",
                written(history.openedBy()),
                "answers",
                history.answers().map(GatesCommand::document).asJava(),
                "run",
                open.run().id().text(),
                "instance",
                gate.instance(),
                "revision",
                gate.revision(),
                "tree",
                gate.tree(),
                "tree_now",
                ground.tree(),
                "moved",
                ground.hasMoved(gate));
    }
}
