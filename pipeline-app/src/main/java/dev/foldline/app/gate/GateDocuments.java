package dev.foldline.app.gate;

import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.history.QuestionFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.JsonOutput.Raw;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.app.output.Printable;
import dev.foldline.app.output.TextStyle;
import dev.foldline.core.command.Author;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.table.GateRow;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Open gates as documents and as text. */
public final class GateDocuments {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.gates/1";

    private GateDocuments() {}

    /** The list for users. */
    public static String text(List<GateRow> rows, TextStyle paint) {
        var text = new StringBuilder();
        for (var row : rows)
            text.append(paint.strong(Printable.line(row.gateId())))
                    .append("  ")
                    .append(row.run())
                    .append("  revision ")
                    .append(row.revision())
                    .append("  since ")
                    .append(LocalTimeFormatter.second(row.opening().at()))
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
                "schema", SCHEMA, "gates", rows.stream().map(GateDocuments::document).toList());
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

    private static Map<String, Object> document(GateHistory.Edit edit) {
        return JsonOutput.fields(
                "gate_id",
                edit.gate(),
                "artifact",
                edit.artifact(),
                "revision",
                edit.revision(),
                "at",
                edit.at(),
                "by",
                written(edit.by()));
    }

    private static Optional<Raw> written(Optional<Author> author) {
        return author.map(Wire::toJson).map(Raw::new);
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
                "question",
                gate.question().map(QuestionFormatter::document),
                "opened_by",
                written(history.openedBy()),
                "answers",
                history.answers().map(GateDocuments::document).asJava(),
                "edits",
                history.edits().map(GateDocuments::document).asJava(),
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
