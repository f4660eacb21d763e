package dev.foldline.app.command;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;

import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

import java.util.List;
import java.util.stream.Collectors;

/**
 * How help looks: what it is for, how it is called, its own options, examples; the options of every
 * command by name only.
 */
public final class HelpLayout {
    private static final int WIDTH = 110;
    private static final int NAME_WIDTH = 12;
    private static final List<String> ORDER =
            List.of(
                    UsageMessageSpec.SECTION_KEY_DESCRIPTION,
                    UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
                    UsageMessageSpec.SECTION_KEY_SYNOPSIS,
                    UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING,
                    UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
                    UsageMessageSpec.SECTION_KEY_PARAMETER_LIST_HEADING,
                    UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
                    UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING,
                    UsageMessageSpec.SECTION_KEY_OPTION_LIST,
                    UsageMessageSpec.SECTION_KEY_FOOTER_HEADING,
                    UsageMessageSpec.SECTION_KEY_FOOTER);
    private static final String ALL_COMMANDS = "allCommands";

    /** The commands of the first week, by what they are for. */
    private static final Map<String, List<String>> FIRST =
            LinkedHashMap.of(
                    "Set up a repository",
                    List.of("init", "doctor", "demo"),
                    "Work",
                    List.of("plan", "run", "resume", "stop"),
                    "See what happens",
                    List.of("status", "watch", "explain"),
                    "Decide",
                    List.of("approve", "reject", "retry"));

    private static final String EVERYWHERE =
            "%nEvery command takes -C DIR, -q, -v, -y, --color, --json, --no-input and -h; see"
                    + " foldline --help.%n";

    private HelpLayout() {}

    /** Gives a command line and all below it this layout. */
    public static CommandLine apply(CommandLine line) {
        var spec = line.getCommandSpec();
        var usage = spec.usageMessage();
        var isRoot = spec.parent() == null;
        usage.width(WIDTH)
                .synopsisHeading("%nUsage: ")
                .parameterListHeading("%nArguments:%n")
                .optionListHeading("%nOptions:%n")
                .commandListHeading(
                        isRoot || spec.userObject() instanceof HelpSections ? "" : "%nCommands:%n");
        usage.footerHeading(usage.footer().length == 0 ? "" : "%nExamples:%n").sectionKeys(ORDER);
        usage.sectionMap()
                .put(
                        UsageMessageSpec.SECTION_KEY_SYNOPSIS,
                        help -> synopsis(help.commandSpec()) + "\n");
        usage.sectionMap()
                .put(
                        UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING,
                        help -> hasOwn(help.commandSpec()) ? "\nOptions:\n" : "");
        usage.sectionMap()
                .put(
                        UsageMessageSpec.SECTION_KEY_OPTION_LIST,
                        help -> own(help) + (isRoot ? "" : EVERYWHERE.formatted()));
        line.getSubcommands().values().forEach(HelpLayout::apply);
        return line;
    }

    private static String synopsis(CommandSpec spec) {
        var arguments =
                spec.positionalParameters().stream()
                        .map(HelpLayout::argument)
                        .collect(Collectors.joining());
        return spec.qualifiedName()
                + (spec.subcommands().isEmpty()
                        ? ""
                        : spec.positionalParameters().isEmpty() ? " COMMAND" : " [COMMAND]")
                + arguments
                + (hasOwn(spec) ? " [OPTIONS]" : "");
    }

    private static String argument(PositionalParamSpec argument) {
        var label = argument.paramLabel();
        return " " + (argument.required() ? label : "[" + label + "]");
    }

    private static boolean hasOwn(CommandSpec spec) {
        return spec.options().stream().anyMatch(option -> !option.inherited());
    }

    private static String own(Help help) {
        return help.optionListExcludingGroups(
                        help.commandSpec().options().stream()
                                .filter(option -> !option.inherited())
                                .toList())
                .replaceAll("(?m)^( +-\\w)=", "$1 ");
    }

    /**
     * Lists the commands that a user needs first. {@link #listAll} lists all of them, in these
     * groups.
     */
    static void listing(CommandLine root, List<CommandGroup> groups) {
        var sections = root.getCommandSpec().usageMessage().sectionMap();
        sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, HelpLayout::first);
        sections.put(ALL_COMMANDS, help -> grouped(help, groups));
    }

    /** Lists all commands in the help of {@code foldline}. */
    public static CommandLine listAll(CommandLine root) {
        var sections = root.getCommandSpec().usageMessage().sectionMap();
        sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, sections.get(ALL_COMMANDS));
        return root;
    }

    private static String first(Help help) {
        var text = new StringBuilder();
        FIRST.forEach(
                (title, names) -> {
                    text.append("\n").append(title).append(":\n");
                    for (var name : names) text.append(row(help, name));
                });
        return text + "\nfoldline help --all lists all commands.\n";
    }

    /** The commands under the headings of their groups. */
    private static String grouped(Help help, List<CommandGroup> groups) {
        var text = new StringBuilder();
        for (var group : groups) {
            text.append("\n").append(group.title()).append(":\n");
            for (var name : group.names()) text.append(row(help, name));
        }
        return text.toString();
    }

    /** The subcommands of a command in two sections. */
    static String sections(Help help, HelpSections sections) {
        var text = new StringBuilder("\n").append(sections.first()).append(":\n");
        for (var name : sections.names()) text.append(row(help, name));
        text.append("\n").append(sections.rest()).append(":\n");
        help.commandSpec().subcommands().values().stream()
                .map(CommandLine::getCommandName)
                .distinct()
                .filter(name -> !sections.names().contains(name))
                .forEach(name -> text.append(row(help, name)));
        return text.toString();
    }

    private static String row(Help help, String name) {
        // Help's own map joins a name with its aliases.
        var command = help.commandSpec().subcommands().get(name);
        var description =
                command == null
                        ? ""
                        : String.join(" ", command.getCommandSpec().usageMessage().description());
        return "  "
                + name
                + " ".repeat(Math.max(1, NAME_WIDTH - name.length()))
                + firstSentence(description)
                + "\n";
    }

    private static String firstSentence(String text) {
        int end = text.indexOf(". ");
        return (end < 0 ? text : text.substring(0, end)).replaceAll("\\.$", "");
    }
}
