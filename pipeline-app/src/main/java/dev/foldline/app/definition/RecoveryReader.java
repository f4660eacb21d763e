package dev.foldline.app.definition;

import dev.foldline.app.config.key.DurationText;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.app.definition.RecoverySettings.StageReference;
import dev.foldline.core.workflow.Policy.RecoveryPolicy.OnExhausted;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Duration;

/** Reads the recovery settings of a workflow file. */
final class RecoveryReader {
    private static final int ATTEMPTS_MAX = 1_000;

    private final Vector<String> roles;
    private final Problems problems;

    RecoveryReader(Vector<String> roles, Problems problems) {
        this.roles = roles;
        this.problems = problems;
    }

    RecoverySettings settings(FieldReader file) {
        var node = file.find("recovery");
        if (node.isEmpty()) return absent(file.origin());
        var fields =
                FieldReader.of(
                        node.get(),
                        "recovery",
                        problems,
                        "role",
                        "attempts",
                        "restart_from",
                        "rewind_from",
                        "start_over_from",
                        "rewind_stage",
                        "then",
                        "backoff_first");
        return new RecoverySettings(
                role(fields),
                fields.number("attempts", 0, ATTEMPTS_MAX),
                new RecoverySettings.Levels(
                        fields.number("restart_from", 2, ATTEMPTS_MAX),
                        fields.number("rewind_from", 2, ATTEMPTS_MAX),
                        fields.number("start_over_from", 2, ATTEMPTS_MAX)),
                fields.text("rewind_stage")
                        .map(name -> new StageReference(name, fields.place("rewind_stage"))),
                fields.choice("then", "halt", "end")
                        .map(word -> word.equals("end") ? OnExhausted.END : OnExhausted.HALT),
                millis(fields, "backoff_first", problems),
                fields.origin());
    }

    static RecoverySettings absent(Origin at) {
        return new RecoverySettings(
                Option.none(),
                Option.none(),
                new RecoverySettings.Levels(Option.none(), Option.none(), Option.none()),
                Option.none(),
                Option.none(),
                Option.none(),
                at);
    }

    private Option<String> role(FieldReader fields) {
        return fields.text("role")
                .filter(
                        role -> {
                            boolean isDeclared = roles.contains(role);
                            if (!isDeclared)
                                problems.add(
                                        fields.place("role"),
                                        "the role '" + role + "' is not declared",
                                        roles.isEmpty()
                                                ? "write roles: [" + role + "] at the top"
                                                : FieldReader.suggestion(role, roles.asJava()));
                            return isDeclared;
                        });
    }

    /** Reads a duration. */
    static Option<Long> millis(FieldReader fields, String key, Problems problems) {
        return fields.text(key)
                .flatMap(
                        text -> {
                            var duration =
                                    Option.ofOptional(DurationText.parse(text))
                                            .filter(each -> !each.isZero());
                            if (duration.isEmpty())
                                problems.add(
                                        fields.place(key),
                                        key + " is '" + text + "'",
                                        "write a duration such as 30m or 2h");
                            return duration.map(Duration::toMillis);
                        });
    }
}
