package dev.foldline.app.command;

import picocli.CommandLine;

import java.util.List;
import java.util.Optional;

/** Commands that help shows under one heading. */
public record CommandGroup(String title, List<CommandEntry> commands) {
    public CommandGroup {
        commands = List.copyOf(commands);
    }

    /**
     * The command line of a root and the groups below it, for these words: where they name a
     * command, it has that one alone, since to learn the options of all takes longer than most
     * commands.
     */
    public static CommandLine line(
            Root root, Console console, List<CommandGroup> groups, String... words) {
        var line = root.line();
        var all = groups.stream().flatMap(group -> group.commands().stream()).toList();
        var named = GlobalOptions.commandIn(words).flatMap(word -> alone(all, word));
        named.map(List::of)
                .orElse(all)
                .forEach(entry -> line.addSubcommand(line(entry.command().get(), console)));
        if (named.isEmpty()) line.addSubcommand(new CommandLine(new HelpCommand()));
        HelpLayout.listing(line, groups);
        return line;
    }

    private static Optional<CommandEntry> alone(List<CommandEntry> all, String word) {
        return all.stream()
                .filter(entry -> entry.names().contains(word) && !entry.needsAll())
                .findFirst();
    }

    /** What the group's commands are called. */
    List<String> names() {
        return commands.stream().map(CommandEntry::name).toList();
    }

    private static CommandLine line(Object command, Console console) {
        if (command instanceof OperationCommand operation) return operation.line();
        var line = new CommandLine(command);
        for (var below : OperationCommand.below(line.getCommandName(), console))
            line.addSubcommand(below.line());
        if (command instanceof HelpSections sections)
            line.getCommandSpec()
                    .usageMessage()
                    .sectionMap()
                    .put(
                            CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
                            help -> HelpLayout.sections(help, sections));
        return line;
    }
}
