package dev.foldline.effects.agent;

import dev.foldline.effects.git.ConfiguredRemote;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.redact.GitConfigVariable;
import dev.foldline.effects.store.AtomicFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings with which the git of a call pushes nothing from the run's repository and asks no
 * credential helper there. They hold in its working trees and submodules, and in no other
 * repository. An agent can undo them.
 *
 * <p>Git takes settings from variables, and includes a file of them only in this repository. It
 * rewrites each address to which it would push. A rewritten one cannot be reached, and is the text
 * that the agent sees.
 *
 * @param repository the git folder that all working trees share
 */
record PushRestriction(Path repository, List<ConfiguredRemote> remotes) {
    /** The file with the settings, in the folder of runs. */
    static final String FILE = "agents.gitconfig";

    /**
     * The one variable with settings whose name does not suggest a secret: agents start git without
     * {@code GIT_CONFIG_KEY_0}, and git then refuses every command.
     */
    private static final String VARIABLE = "GIT_CONFIG_PARAMETERS";

    private static final String UNREACHABLE = "/dev/null/Foldline does not let agents push/";
    private static final Pattern GLOB = Pattern.compile("[\\\\*?\\[\\]]");

    static PushRestriction of(Git git) throws IOException {
        return new PushRestriction(
                git.place().commonFolder().toRealPath(), git.influences().remotes());
    }

    /**
     * Writes the settings.
     *
     * @param before the variables of the call
     * @return the variables with which git reads them; none if git can read no such path
     */
    Map<String, String> variables(Map<String, String> before) throws IOException {
        var file = repository.resolve("foldline").resolve(FILE);
        if (file.toString().contains("\n") || Files.notExists(file.resolveSibling("runs")))
            return Map.of();
        // It is not read before: an agent may have put something else there.
        AtomicFile.replace(file, settings().getBytes(StandardCharsets.UTF_8));
        var parameters =
                Stream.of(repository.toString(), repository + "/")
                        .map(folder -> "includeIf.gitdir:" + pattern(folder) + ".path")
                        .map(key -> quoted(key) + "=" + quoted(file.toString()));
        var earlier = Stream.of(before.getOrDefault(VARIABLE, "")).filter(text -> !text.isEmpty());
        return Map.of(
                VARIABLE, Stream.concat(earlier, parameters).collect(Collectors.joining(" ")));
    }

    /**
     * The empty prefix is part of every address. The longest one wins, so that of a remote wins
     * over the user's own rewriting.
     */
    private String settings() {
        var text = new StringBuilder("[url \"" + UNREACHABLE + "\"]\n\tpushInsteadOf = \"\"\n");
        for (var remote : remotes)
            text.append(
                    switch (remote.use()) {
                        case FETCH -> "\tpushInsteadOf = " + value(remote.address());
                        case PUSH -> "\tinsteadOf = " + value(remote.address());
                    });
        return text.append("[credential]\n\thelper = \"\"\n").toString();
    }

    /** A prefix is enough, so a password is left out. */
    private static String value(String address) {
        var prefix =
                GitConfigVariable.inAddresses(address)
                        .findFirst()
                        .map(secret -> address.substring(0, address.indexOf(secret)))
                        .orElse(address);
        var escaped = prefix.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return "\"" + escaped + "\"\n";
    }

    /** Git reads the condition as a pattern; a slash at its end stands for all folders below. */
    private static String pattern(String folder) {
        return GLOB.matcher(folder).replaceAll("\\\\$0");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
