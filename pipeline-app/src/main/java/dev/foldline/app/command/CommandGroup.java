package dev.foldline.app.command;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Commands that help shows under one heading. */
public record CommandGroup(String title, List<Object> commands) {
    public CommandGroup {
        commands = List.copyOf(commands);
    }

    /** The command line of a root and all groups below it. */
    public static CommandLine line(Root root, List<CommandGroup> groups) {
        var line = new CommandLine(root);
        groups.forEach(group -> group.commands().forEach(command -> line.addSubcommand(new CommandLine(command))));
        line.addSubcommand(new CommandLine(new Help()));
        line.getCommandSpec().usageMessage().sectionMap()
                .put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> HelpLayout.grouped(help, groups));
        return line;
    }

    /** What the group's commands are called. */
    List<String> names() {
        return commands.stream().map(command -> command.getClass().getAnnotation(Command.class).name()).toList();
    }
}
