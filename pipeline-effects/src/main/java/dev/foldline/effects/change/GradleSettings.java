package dev.foldline.effects.change;

import io.vavr.collection.Vector;

import java.util.regex.Pattern;

/**
 * What judges in the build files of Gradle: all lines but those that declare what the project
 * depends on, which versions it has and, as members, which projects it includes.
 */
final class GradleSettings {
    private GradleSettings() {}

    private static final Pattern BLOCK = Pattern.compile("dependencies\\s*\\{");
    private static final Pattern DEPENDENCY =
            Pattern.compile(
                    "\\w*(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[rR]untimeOnly|[cC]ompile"
                            + "|[rR]untime|annotationProcessor|AnnotationProcessor|kapt|ksp)"
                            + "\\s*[ (\"'][^;{}=]*");
    private static final Pattern DESCRIPTION =
            Pattern.compile("(?:version|group|description)\\s*=?\\s*(?:\"[^\"]*\"|'[^']*')");
    private static final Pattern INCLUDE =
            Pattern.compile(
                    "include\\b\\s*\\(?((?:[\\s,]{0,99}(?:\"[^\"]*\"|'[^']*')){1,99})\\s*\\)?");
    private static final Pattern NAME = Pattern.compile("[\"']([^\"']*)[\"']");

    static JudgedSettings of(String text) {
        var source = CodeText.of(text, CodeText.Syntax.SCRIPT);
        var codes = Vector.of(source.code().split("\n", -1));
        var masks = Vector.of(source.mask().split("\n", -1));
        var settings = JudgedSettings.NONE;
        var lines = Vector.<String>empty();
        int depth = 0;
        int block = Integer.MAX_VALUE;
        for (int at = 0; at < codes.size(); at++) {
            var line = codes.get(at).strip().replaceAll("\\s+", " ");
            var mask = masks.get(at).strip();
            var include = INCLUDE.matcher(line);
            if (BLOCK.matcher(mask).matches() && depth < block) block = depth + 1;
            boolean isDependency = depth == block && DEPENDENCY.matcher(mask).matches();
            depth += count(mask, '{') - count(mask, '}');
            if (depth < block) block = Integer.MAX_VALUE;
            if (include.matches()) settings = included(settings, include.group(1));
            else if (!isDependency && !line.isEmpty() && !DESCRIPTION.matcher(line).matches())
                lines = lines.append(line);
        }
        return settings.with("lines", lines.mkString("\n"));
    }

    private static JudgedSettings included(JudgedSettings settings, String names) {
        return NAME.matcher(names)
                .results()
                .map(match -> match.group(1))
                .reduce(settings, JudgedSettings::withMember, (one, _) -> one);
    }

    private static int count(String text, char wanted) {
        return (int) text.chars().filter(c -> c == wanted).count();
    }
}
