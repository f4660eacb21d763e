package dev.foldline.effects.process;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The programs that a shell line names, as far as they can be told without running it. Of a line
 * with expansions, comments, groups or several lines only the first one is named.
 */
public final class ShellPrograms {
    private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern COMPLEX = Pattern.compile("[`(){}#\\\\\\n]|<<|\\b(case|for)\\b");
    private static final Pattern SEPARATOR = Pattern.compile("\\|\\||&&|;|\\||(?<![>&])&(?![>&])");
    private static final Pattern ASSIGNMENT = Pattern.compile("\\w+=.*");
    private static final Pattern PLAIN = Pattern.compile("[\\w./+-]+");

    /** Words that another command follows. */
    private static final Set<String> PREFIXES =
            Set.of(
                    "!", "command", "do", "elif", "else", "exec", "if", "then", "time", "until",
                    "while");

    private static final Set<String> BUILT_IN =
            Set.of(
                    ".",
                    ":",
                    "[",
                    "[[",
                    "alias",
                    "bg",
                    "break",
                    "builtin",
                    "case",
                    "cd",
                    "continue",
                    "declare",
                    "done",
                    "echo",
                    "eval",
                    "exit",
                    "export",
                    "false",
                    "fg",
                    "fi",
                    "for",
                    "getopts",
                    "hash",
                    "jobs",
                    "kill",
                    "let",
                    "local",
                    "printf",
                    "pwd",
                    "read",
                    "readonly",
                    "return",
                    "set",
                    "shift",
                    "source",
                    "test",
                    "times",
                    "trap",
                    "true",
                    "type",
                    "ulimit",
                    "umask",
                    "unalias",
                    "unset",
                    "wait");

    private ShellPrograms() {}

    /** Returns the programs in order, without what the shell does itself. */
    public static List<String> of(String line) {
        var plain = QUOTED.matcher(line.strip()).replaceAll("\"\"");
        var commands = List.of(SEPARATOR.split(plain));
        var programs = new LinkedHashSet<String>();
        for (var command : COMPLEX.matcher(plain).find() ? commands.subList(0, 1) : commands) {
            for (var word : command.strip().split("\\s+")) {
                if (PREFIXES.contains(word) || ASSIGNMENT.matcher(word).matches()) continue;
                if (PLAIN.matcher(word).matches() && !BUILT_IN.contains(word)) programs.add(word);
                break;
            }
        }
        return List.copyOf(programs);
    }
}
