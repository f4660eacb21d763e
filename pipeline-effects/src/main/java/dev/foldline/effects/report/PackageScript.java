package dev.foldline.effects.report;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.regex.Pattern;

/**
 * A script of {@code package.json} that a command runs.
 *
 * @param separator what separates the command from more arguments of the script
 */
record PackageScript(String name, String separator) {
    private static final Pattern COMMAND =
            Pattern.compile(
                    "(npm|yarn|pnpm|bun)\\s+(?:(?:-s|--silent)\\s+)*(run\\s+|run-script\\s+)?"
                            + "(?:(?:-s|--silent)\\s+)*(\\S+)(.*)");
    private static final Vector<String> TEST = Vector.of("test", "t", "tst");

    static Option<PackageScript> of(String part) {
        var command = COMMAND.matcher(part);
        if (!command.matches()) return Option.none();
        var isNpm = command.group(1).equals("npm");
        var name = command.group(3);
        var isRun = command.group(2) != null;
        if (name.startsWith("-") || isNpm && !isRun && !TEST.contains(name)) return Option.none();
        var hasArguments = command.group(4).contains(" -- ");
        return Option.of(
                new PackageScript(
                        isRun || !TEST.contains(name) ? name : "test",
                        isNpm && !hasArguments ? " --" : ""));
    }
}
