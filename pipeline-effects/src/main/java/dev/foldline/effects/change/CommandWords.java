package dev.foldline.effects.change;

import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;

import java.util.regex.Pattern;

/**
 * A program and its arguments, without the programs that only start another one.
 *
 * @param program the name of the program, without its folders
 * @param path the program as it was written
 */
record CommandWords(String program, String path, Vector<String> arguments) {
    private static final Pattern ASSIGNMENT = Pattern.compile("\\w+=.*", Pattern.DOTALL);
    private static final Set<String> KEYWORDS =
            HashSet.of("if", "then", "elif", "else", "while", "until", "do", "!", "{", "time");

    /** Programs that start the one that follows, after their options. */
    private static final Set<String> STARTERS =
            HashSet.of(
                    "env",
                    "exec",
                    "command",
                    "nice",
                    "nohup",
                    "sudo",
                    "npx",
                    "bunx",
                    "timeout",
                    "xvfb-run",
                    "cross-env",
                    "dotenv",
                    "builtin",
                    "stdbuf",
                    "setsid",
                    "ionice");

    /** Programs with a command that starts the program that follows. */
    private static final Set<String> RUNNERS =
            HashSet.of(
                    "uv run",
                    "poetry run",
                    "pipenv run",
                    "hatch run",
                    "pdm run",
                    "rye run",
                    "bundle exec",
                    "pnpm exec",
                    "pnpm dlx",
                    "yarn exec",
                    "npm exec",
                    "coverage run",
                    "mise exec",
                    "direnv exec");

    static CommandWords of(Vector<String> words) {
        var rest = words;
        for (int skipped = started(rest); skipped > 0; skipped = started(rest))
            rest = rest.drop(skipped);
        var path = rest.headOption().getOrElse("");
        return new CommandWords(path.substring(path.lastIndexOf('/') + 1), path, rest.drop(1));
    }

    /** Returns how many words precede the program that is started in the end. */
    private static int started(Vector<String> words) {
        if (words.isEmpty()) return 0;
        var first = words.head();
        if (KEYWORDS.contains(first) || ASSIGNMENT.matcher(first).matches()) return 1;
        if (STARTERS.contains(first)) return 1 + options(words.drop(1), first.equals("timeout"));
        if (words.size() > 1 && RUNNERS.contains(first + " " + words.get(1)))
            return 2 + options(words.drop(2), false);
        return 0;
    }

    private static int options(Vector<String> words, boolean hasDuration) {
        int options = words.takeWhile(word -> word.startsWith("-")).size();
        return options + (hasDuration && options < words.size() ? 1 : 0);
    }

    /** Returns the arguments that are no options. */
    Vector<String> operands() {
        return arguments.filter(word -> !word.startsWith("-") && !word.startsWith("+"));
    }

    /** Returns the word after an option, or after = in it. */
    Vector<String> values(String option) {
        var inOne =
                arguments
                        .filter(word -> word.startsWith(option + "="))
                        .map(word -> word.substring(option.length() + 1));
        return inOne.appendAll(
                Vector.range(1, arguments.size())
                        .filter(at -> arguments.get(at - 1).equals(option))
                        .map(arguments::get));
    }
}
