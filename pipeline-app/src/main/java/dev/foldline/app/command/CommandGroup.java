package dev.foldline.app.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;

import java.util.List;
import java.util.Optional;

/** Commands that help shows under one heading. */
public record CommandGroup(String title, List<Object> commands) {
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
        var line = new CommandLine(root);
        var all = groups.stream().flatMap(group -> group.commands().stream()).toList();
        var named =
                called(words)
                        .flatMap(
                                word ->
                                        all.stream()
                                                .filter(
                                                        command ->
                                                                isCalled(command, word)
                                                                        && !(command
                                                                                instanceof
                                                                                AllCommandsAware))
                                                .findFirst());
        named.map(List::of)
                .orElse(all)
                .forEach(command -> line.addSubcommand(line(command, console)));
        if (named.isEmpty()) line.addSubcommand(new CommandLine(new HelpCommand()));
        line.getCommandSpec()
                .usageMessage()
                .sectionMap()
                .put(
                        CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
                        help -> HelpLayout.grouped(help, groups));
        return line;
    }

    /** The first word that is no option of the root, where nothing but a command can follow. */
    private static Optional<String> called(String... words) {
        try {
            var root =
                    new CommandLine(new Root(new GlobalOptions()))
                            .setStopAtPositional(true)
                            .setUnmatchedArgumentsAllowed(true)
                            .parseArgs(words);
            boolean asksTheRoot =
                    root.isUsageHelpRequested()
                            || root.isVersionHelpRequested()
                            || root.unmatched().isEmpty();
            return asksTheRoot ? Optional.empty() : Optional.of(root.unmatched().getFirst());
        } catch (CommandLine.ParameterException mistake) {
            return Optional.empty();
        }
    }

    /** What the group's commands are called. */
    List<String> names() {
        return commands.stream().map(CommandGroup::name).toList();
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

    private static boolean isCalled(Object command, String word) {
        return name(command).equals(word)
                || !(command instanceof OperationCommand)
                        && List.of(command.getClass().getAnnotation(Command.class).aliases())
                                .contains(word);
    }

    private static String name(Object command) {
        if (command instanceof OperationCommand operation) return operation.name();
        return command.getClass().getAnnotation(Command.class).name();
    }
}
