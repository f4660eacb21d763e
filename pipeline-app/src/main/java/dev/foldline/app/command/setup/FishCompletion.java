package dev.foldline.app.command.setup;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.ArrayList;
import java.util.List;

/**
 * The completion script of fish: one line for each command and option, on the condition of what was
 * typed before.
 */
final class FishCompletion {
    private static final String NOTHING_YET = "__fish_use_subcommand";

    private final String program;
    private final List<String> lines = new ArrayList<>();

    private FishCompletion(String program) {
        this.program = program;
    }

    static String script(CommandSpec root) {
        var script = new FishCompletion(root.name());
        script.lines.add("complete -c " + root.name() + " -f");
        root.options().forEach(option -> script.option("", option));
        root.subcommands()
                .forEach(
                        (name, line) -> {
                            script.command(NOTHING_YET, name, line.getCommandSpec());
                            script.below(name, line.getCommandSpec());
                        });
        return String.join("\n", script.lines) + "\n";
    }

    private void below(String command, CommandSpec spec) {
        var condition = "__fish_seen_subcommand_from " + command;
        spec.options().stream()
                .filter(option -> !option.inherited())
                .forEach(option -> option(condition, option));
        spec.subcommands().forEach((name, line) -> command(condition, name, line.getCommandSpec()));
    }

    private void command(String condition, String name, CommandSpec spec) {
        lines.add(
                "complete -c "
                        + program
                        + " -n '"
                        + condition
                        + "' -a "
                        + name
                        + " -d "
                        + quoted(String.join(" ", spec.usageMessage().description())));
    }

    private void option(String condition, OptionSpec option) {
        var line = new StringBuilder("complete -c " + program);
        if (!condition.isEmpty()) line.append(" -n '").append(condition).append('\'');
        for (var name : option.names())
            line.append(
                    name.startsWith("--")
                            ? " -l " + name.substring(2)
                            : " -s " + name.substring(1));
        if (option.arity().max() > 0) line.append(" -r");
        lines.add(line + " -d " + quoted(String.join(" ", option.description())));
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
