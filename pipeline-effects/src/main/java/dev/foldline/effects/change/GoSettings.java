package dev.foldline.effects.change;

import java.util.regex.Pattern;

/** What judges in {@code go.mod} and {@code go.work}: which other code replaces a module. */
final class GoSettings {
    private GoSettings() {}

    private static final Pattern BLOCK = Pattern.compile("(\\w+)\\s*\\(");

    static JudgedSettings of(String text) {
        var settings = JudgedSettings.NONE;
        var block = "";
        for (var raw : text.lines().toList()) {
            var line = raw.replaceFirst("//.*", "").strip().replaceAll("\\s+", " ");
            var opening = BLOCK.matcher(line);
            if (opening.matches()) block = opening.group(1) + " ";
            else if (line.equals(")")) block = "";
            else if (!line.isEmpty()) settings = with(settings, block + line);
        }
        return settings;
    }

    private static JudgedSettings with(JudgedSettings settings, String line) {
        return switch (line.replaceFirst(" .*", "")) {
            case "module", "go", "toolchain", "require", "tool", "retract" -> settings;
            case "use" -> settings.withMember(line);
            default -> settings.with(line, "");
        };
    }
}
