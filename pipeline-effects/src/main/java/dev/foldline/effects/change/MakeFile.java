package dev.foldline.effects.change;

import io.vavr.collection.HashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;

import org.jspecify.annotations.Nullable;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The targets of a makefile with the commands they run.
 *
 * @param includes the files that it includes
 */
record MakeFile(Vector<MakeFile.Target> targets, Vector<String> includes) {
    record Target(String name, Vector<String> needs, Vector<String> commands) {
        Target with(String command) {
            return new Target(name, needs, commands.append(command));
        }
    }

    private static final Pattern RULE =
            Pattern.compile("([^\\s#=:][^=:#]*?)\\s*::?(?![=:])([^=;]*)(?:;(.*))?");
    private static final Pattern VARIABLE =
            Pattern.compile("(?:export\\s+|override\\s+)?(\\w+)\\s*(?:\\?|:{0,3}|\\+)=\\s*(.*)");
    private static final Pattern INCLUDE = Pattern.compile("[-s]?include\\s+(.*)");
    private static final Pattern REFERENCE = Pattern.compile("\\$[({](\\w+)[)}]");
    private static final int EXPANSIONS_MAX = 5;
    private static final int LINE_CHARS_MAX = 2_000;

    static MakeFile of(String text) {
        Map<String, String> variables = HashMap.of("MAKE", "make");
        var targets = Vector.<Target>empty();
        var includes = Vector.<String>empty();
        for (var raw : text.replace("\\\n", " ").lines().toList()) {
            if (raw.length() > LINE_CHARS_MAX) continue;
            var line = expanded(raw, variables);
            var variable = VARIABLE.matcher(raw.strip());
            var rule = RULE.matcher(line.strip());
            var include = INCLUDE.matcher(line);
            if (raw.startsWith("\t")) {
                if (!targets.isEmpty())
                    targets = targets.init().append(targets.last().with(recipe(line)));
            } else if (include.matches()) {
                includes = includes.appendAll(words(include.group(1)));
            } else if (variable.matches()) {
                variables = variables.put(variable.group(1), variable.group(2));
            } else if (rule.matches()) {
                targets = targets.appendAll(rules(rule.group(1), rule.group(2), rule.group(3)));
            }
        }
        return new MakeFile(targets, includes);
    }

    /** The last of several targets gets the recipe, which is enough to find it from the others. */
    private static Vector<Target> rules(String names, String needs, @Nullable String command) {
        var own =
                command == null || command.isBlank()
                        ? Vector.<String>empty()
                        : Vector.of(recipe(command));
        var all = words(names);
        return all.init()
                .map(name -> new Target(name, words(needs).append(all.last()), Vector.empty()))
                .append(new Target(all.last(), words(needs), own));
    }

    private static String recipe(String line) {
        return line.strip().replaceFirst("^[-+@\\s]+", "").replace("$$", "$");
    }

    private static Vector<String> words(String text) {
        return Vector.of(text.strip().split("\\s+")).filter(word -> !word.isEmpty());
    }

    private static String expanded(String line, Map<String, String> variables) {
        var text = line;
        for (int n = 0; n < EXPANSIONS_MAX && text.length() <= LINE_CHARS_MAX; n++)
            text =
                    REFERENCE
                            .matcher(text)
                            .replaceAll(
                                    match ->
                                            Matcher.quoteReplacement(
                                                    variables
                                                            .get(match.group(1))
                                                            .getOrElse(match.group())));
        return text;
    }

    /** Returns the commands for some goals; for the first target if there are none. */
    Vector<String> commands(Vector<String> goals) {
        var first =
                targets.find(target -> !target.name().startsWith(".")).map(Target::name).toVector();
        Set<String> wanted = LinkedHashSet.ofAll(goals.isEmpty() ? first : goals);
        for (int before = 0; before < wanted.size(); ) {
            before = wanted.size();
            for (var target : targets)
                if (wanted.contains(target.name())) wanted = wanted.addAll(target.needs());
        }
        var reached = wanted;
        return targets.filter(target -> reached.contains(target.name())).flatMap(Target::commands);
    }
}
