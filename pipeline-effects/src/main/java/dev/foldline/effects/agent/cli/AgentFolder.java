package dev.foldline.effects.agent.cli;

import java.nio.file.Path;
import java.util.Map;

/**
 * A folder or file where an agent's CLI keeps its sessions, its settings and its sign-in.
 *
 * @param path relative to the home folder
 * @param variable the variable that moves it; empty if there is none
 * @param below what the agent adds to the value of the variable
 */
public record AgentFolder(String path, String variable, String below) {
    static AgentFolder of(String path) {
        return new AgentFolder(path, "", "");
    }

    static AgentFolder of(String path, String variable) {
        return new AgentFolder(path, variable, "");
    }

    /** Returns whether it is a single file. */
    public boolean isFile() {
        return path.endsWith(".json");
    }

    /** Returns where it is for this user. */
    public Path in(Path home, Map<String, String> environment) {
        var moved = environment.getOrDefault(variable, "");
        return moved.startsWith("/") ? Path.of(moved).resolve(below) : home.resolve(path);
    }
}
