package dev.foldline.app.definition;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

/** The values that a user gives to the inputs of a workflow. */
public final class InputValues {
    private static final int COMBINATIONS_MAX = 64;

    private InputValues() {}

    /**
     * Returns the values of all inputs.
     *
     * @param assignments as {@code NAME=VALUE}
     * @throws UserError if an input is unknown, missing or does not fit
     */
    public static Map<String, String> of(WorkflowFile file, Vector<String> assignments) {
        var values = file.standards();
        for (var assignment : assignments) {
            check(file, assignment);
            var parts = assignment.split("=", 2);
            values = values.put(parts[0], parts[1]);
        }
        var given = values;
        file.declarations()
                .inputs()
                .filter(input -> !given.containsKey(input.name()))
                .forEach(
                        input -> {
                            throw new UserError(
                                    "the input " + input.name() + " is missing",
                                    file.shown(),
                                    "--input " + input.name() + "=VALUE",
                                    ExitCode.USAGE);
                        });
        return values;
    }

    /**
     * Checks the value of one input.
     *
     * @param assignment as {@code NAME=VALUE}
     * @throws UserError if the input is unknown, or the value does not fit
     */
    public static void check(WorkflowFile file, String assignment) {
        var parts = assignment.split("=", 2);
        var input =
                file.declarations()
                        .inputs()
                        .find(each -> each.name().equals(parts[0]))
                        .getOrElseThrow(() -> unknown(file, parts[0]));
        if (parts.length < 2 || !input.type().accepts(parts[1]))
            throw new UserError(
                    "the input " + input.name() + " does not fit",
                    "--input " + assignment,
                    "give " + input.type().phrase() + ": --input " + input.name() + "=VALUE",
                    ExitCode.USAGE);
    }

    private static UserError unknown(WorkflowFile file, String name) {
        var known = file.declarations().inputs().map(InputDefinition::name);
        return new UserError(
                "workflow " + file.name() + " has no input '" + name + "'",
                "--input",
                FieldReader.suggestion(name, known.asJava()),
                ExitCode.USAGE);
    }

    /**
     * Returns the values to check a file with: the combinations of its booleans and enums, at most
     * 64. Other inputs without a default get a value of their type.
     */
    public static Vector<Map<String, String>> combinations(WorkflowFile file) {
        var all = Vector.<Map<String, String>>of(LinkedHashMap.empty());
        for (var input : file.declarations().inputs()) {
            var values = input.type().values();
            var used =
                    values.isEmpty() || all.size() * values.size() > COMBINATIONS_MAX
                            ? Vector.of(input.standard().getOrElse(() -> sample(input)))
                            : values;
            all = all.flatMap(each -> used.map(value -> each.put(input.name(), value)));
        }
        return all;
    }

    private static String sample(InputDefinition input) {
        return input.type() instanceof InputDefinition.Type.Integer
                ? "1"
                : input.type().values().headOption().getOrElse("");
    }
}
