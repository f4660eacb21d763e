package dev.foldline.app.command.gate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.gate.GatePage;
import dev.foldline.app.gate.Ground;
import dev.foldline.app.gate.Intent;
import dev.foldline.app.gate.OpenGate;
import dev.foldline.app.gate.Tables;
import dev.foldline.app.run.Workspace;
import dev.foldline.app.view.Printable;
import dev.foldline.effects.table.GateRow;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code foldline gates}: what waits for a person, and what it shows. */
@Command(name = "gates", description = "List the open gates of all runs; show what one of them asks to approve.",
        footer = {
            "  foldline gates                     all that wait; the page of the only one",
            "  foldline gates plan                what the gate plan shows: artifacts, changes, checks",
        })
public final class Gates implements Callable<Integer> {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.gates/1";

    private final Console console;

    @Mixin
    private GateArguments which = new GateArguments();

    public Gates(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException {
        if (which.isGiven()) return page(which.find(console, Intent.LOOK));
        var runs = Checkout.at(console.directory()).runs();
        var rows = new Tables(runs, console::note).openGates();
        if (console.isJson()) console.print(documents(rows));
        else if (rows.isEmpty()) console.print("No gate is open.\n");
        else if (rows.size() == 1 && Files.isWritable(runs.root())) return page(which.find(console, Intent.LOOK));
        else console.print(lines(rows));
        return ExitCode.DONE.value();
    }

    /** To see what lies in the working tree now, git writes objects. */
    private int page(OpenGate open) throws IOException {
        try (var here = Workspace.open(console.directory(), console.environment())) {
            var ground = Ground.of(here, open);
            if (console.isJson()) console.print(JsonText.fields("schema", SCHEMA, "gates", List.of(document(open, ground))));
            else console.print(GatePage.of(open, ground, here.runs().blobs(), console.paint()));
        }
        return ExitCode.DONE.value();
    }

    private String lines(List<GateRow> rows) {
        var text = new StringBuilder();
        for (var row : rows) text.append(console.paint().strong(Printable.line(row.gateId()))).append("  ").append(row.run()).append("  revision ")
                .append(row.revision()).append("  since ").append(row.createdAt()).append("  ").append(Printable.line(row.reason())).append('\n');
        return text.append("\nTo see one: foldline gates ").append(rows.getFirst().gateId()).append(' ').append(rows.getFirst().run()).append('\n').toString();
    }

    /** All that wait, for programs. */
    public static Map<String, Object> documents(List<GateRow> rows) {
        return JsonText.fields("schema", SCHEMA, "gates", rows.stream().map(Gates::document).toList());
    }

    /** An open gate, for programs. */
    public static Map<String, Object> document(GateRow row) {
        return JsonText.fields("gate_id", row.gateId(), "reason", row.reason(), "created_at", row.createdAt(), "run", row.run(),
                "instance", row.instance(), "revision", row.revision(), "tree", row.tree());
    }

    /** The same, with what would be approved now. */
    public static Map<String, Object> document(OpenGate open, Ground ground) {
        var gate = open.gate();
        return JsonText.fields("gate_id", gate.id(), "reason", gate.reason(), "run", open.run().id().text(), "instance", gate.instance(),
                "revision", gate.revision(), "tree", gate.tree(), "tree_now", ground.tree(), "moved", ground.hasMoved(gate));
    }
}
