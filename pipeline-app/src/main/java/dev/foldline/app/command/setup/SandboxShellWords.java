package dev.foldline.app.command.setup;

import java.util.List;

/**
 * The words of {@code sandbox shell}: a role, and a command after {@code --}.
 *
 * @param command empty for a shell
 */
record SandboxShellWords(String role, List<String> command) {
    private static final String DEFAULT_ROLE = "developer";

    /**
     * @param words the parameters, without {@code --}
     * @param line the whole command line, which has it
     */
    static SandboxShellWords of(List<String> words, List<String> line) {
        int end = line.indexOf("--");
        var command = end < 0 ? List.<String>of() : line.subList(end + 1, line.size());
        var before = words.subList(0, words.size() - Math.min(command.size(), words.size()));
        return new SandboxShellWords(
                before.isEmpty() ? DEFAULT_ROLE : before.getFirst(),
                before.size() > 1 ? before.subList(1, before.size()) : List.copyOf(command));
    }
}
