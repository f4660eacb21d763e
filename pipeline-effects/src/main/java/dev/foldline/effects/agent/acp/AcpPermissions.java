package dev.foldline.effects.agent.acp;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which tools an agent may use. Without every permission it may read, and change files of
 * the working tree that it names; git's own folder is none of them.
 */
final class AcpPermissions {
    private static final Set<String> READING = Set.of("read", "search", "think");
    private static final Set<String> CHANGING = Set.of("edit", "delete", "move");
    private static final int TOOLS_MAX = 1_000;

    private final Path folder;
    private final boolean allowsAll;
    private final Map<String, Tool> tools = new HashMap<>();

    /** What is known of a tool call. */
    private record Tool(String kind, List<String> paths) {}

    AcpPermissions(Path folder, boolean allowsAll) {
        this.folder = folder;
        this.allowsAll = allowsAll;
    }

    boolean allowsAll() {
        return allowsAll;
    }

    /** Learns the kind and the files of a tool call from a report about it. */
    void learn(JsonNode report) {
        var id = report.path("toolCallId").asString("");
        var tool = known(report);
        var status = report.path("status").asString("");
        if (status.equals("completed") || status.equals("failed")) tools.remove(id);
        else if (tools.size() < TOOLS_MAX || tools.containsKey(id)) tools.put(id, tool);
    }

    /** Returns whether the tool call of a request is allowed. */
    boolean allows(JsonNode report) {
        if (allowsAll) return true;
        var tool = known(report);
        return READING.contains(tool.kind)
                || CHANGING.contains(tool.kind)
                        && !tool.paths.isEmpty()
                        && tool.paths.stream().allMatch(this::isWorkFile);
    }

    String kind(JsonNode report) {
        return known(report).kind;
    }

    /** A later report replaces what it repeats. */
    private Tool known(JsonNode report) {
        var before =
                tools.getOrDefault(
                        report.path("toolCallId").asString(""), new Tool("other", List.of()));
        var paths = new ArrayList<String>();
        for (var location : report.path("locations")) paths.add(location.path("path").asString(""));
        return new Tool(
                report.path("kind").asString(before.kind), paths.isEmpty() ? before.paths : paths);
    }

    private boolean isWorkFile(String text) {
        try {
            var root = folder.toRealPath();
            var file = root.resolve(text).normalize();
            var real = real(file);
            return !text.isEmpty()
                    && real.startsWith(root)
                    && !real.equals(root)
                    && !isOfGit(root.relativize(file.startsWith(root) ? file : real))
                    && !isOfGit(root.relativize(real));
        } catch (IOException | InvalidPathException unknown) {
            return false;
        }
    }

    private static boolean isOfGit(Path path) {
        for (var name : path) if (name.toString().equalsIgnoreCase(".git")) return true;
        return false;
    }

    /** Follows the links of the part that exists. */
    private static Path real(Path file) throws IOException {
        for (Path each = file; each != null; each = each.getParent())
            if (Files.exists(each, LinkOption.NOFOLLOW_LINKS))
                return each.toRealPath().resolve(each.relativize(file)).normalize();
        return file;
    }
}
