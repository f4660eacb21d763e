package dev.foldline.app;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.GlobalOptions;
import dev.foldline.app.command.HelpLayout;
import dev.foldline.app.command.Host;
import dev.foldline.app.output.Version;

import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the manual pages: one for {@code foldline}, and one for each command, with the help of the
 * commands below it. The distribution contains them.
 */
public final class ManualPages {
    private ManualPages() {}

    /** The arguments are the folder and the date on the pages, as {@code 2026-01-31}. */
    public static void main(String[] arguments) throws IOException {
        var folder = Files.createDirectories(Path.of(arguments[0]));
        for (var page : pages(arguments[1]).entrySet())
            Files.writeString(folder.resolve(page.getKey()), page.getValue());
    }

    /** The pages, by the names of their files. */
    static Map<String, String> pages(String date) {
        var root =
                HelpLayout.listAll(HelpLayout.apply(Commands.line(console(), new GlobalOptions())));
        var pages = new TreeMap<String, String>();
        pages.put("foldline.1", page("foldline", root, date));
        root.getSubcommands()
                .forEach(
                        (name, line) ->
                                pages.put(
                                        "foldline-" + name + ".1",
                                        page("foldline-" + name, line, date)));
        return pages;
    }

    private static Console console() {
        return new Console(
                new Host(
                        System.out,
                        System.err,
                        Map.of(),
                        InputStream.nullInputStream(),
                        Path.of(""),
                        false,
                        "foldline"),
                new GlobalOptions());
    }

    private static String page(String name, CommandLine line, String date) {
        var text =
                new StringBuilder(
                        ".TH \"%s\" 1 \"%s\" \"Foldline %s\"\n.SH NAME\n%s \\- %s\n"
                                .formatted(
                                        name.toUpperCase(Locale.ROOT),
                                        date,
                                        Version.text(),
                                        escaped(name),
                                        escaped(about(line))));
        help(text, "DESCRIPTION", line);
        if (!name.equals("foldline"))
            line.getSubcommands()
                    .forEach((word, below) -> help(text, word.toUpperCase(Locale.ROOT), below));
        return text.append(".SH SEE ALSO\n")
                .append(name.equals("foldline") ? "foldline help COMMAND\n" : "foldline(1)\n")
                .toString();
    }

    private static String about(CommandLine line) {
        var lines = line.getCommandSpec().usageMessage().description();
        return lines.length == 0 ? "runs coding agents over a git repository" : lines[0];
    }

    /** The help as it is printed. */
    private static void help(StringBuilder text, String title, CommandLine line) {
        text.append(".SH ").append(escaped(title)).append("\n.nf\n");
        line.getUsageMessage(Ansi.OFF)
                .lines()
                .forEach(each -> text.append(escaped(each)).append('\n'));
        text.append(".fi\n");
    }

    /** A line in which nothing is a request of the formatter. */
    private static String escaped(String line) {
        var text = line.replace("\\", "\\e").replace("-", "\\-");
        return text.startsWith(".") || text.startsWith("'") ? "\\&" + text : text;
    }
}
