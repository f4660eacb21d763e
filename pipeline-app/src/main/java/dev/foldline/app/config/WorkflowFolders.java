package dev.foldline.app.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The folders with workflow files.
 *
 * @param repository the folder in the repository; it wins
 * @param user the user's own folder, which need not exist
 */
public record WorkflowFolders(Path repository, Optional<Path> user) {
    /** The ending of workflow files. */
    public static final String ENDING = ".yaml";

    static WorkflowFolders of(Sources sources) {
        return new WorkflowFolders(
                sources.directory().resolve("foldline").resolve("workflows"),
                sources.userFile().map(file -> file.resolveSibling("workflows")));
    }

    /** Returns the folders for a working tree and the variables of the process. */
    public static WorkflowFolders of(Path root, java.util.Map<String, String> environment) {
        return of(Sources.of(root, environment, List.of()));
    }

    /** Returns whether a text names a file by its path. */
    public static boolean isPath(String workflow) {
        return workflow.contains("/") || workflow.endsWith(ENDING);
    }

    /**
     * Returns the file of a workflow, if it exists.
     *
     * @param base the folder to which a path is relative
     */
    public Optional<Path> find(String workflow, Path base) {
        if (isPath(workflow))
            return Optional.of(base.resolve(workflow).normalize()).filter(Files::isRegularFile);
        return all().stream()
                .map(folder -> folder.resolve(workflow + ENDING))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /** Returns the names of all workflow files, each once. */
    public List<String> names() {
        return files().stream().map(WorkflowFolders::name).distinct().sorted().toList();
    }

    /** Returns all workflow files, those of the repository first, each folder in order. */
    public List<Path> files() {
        var all = new ArrayList<Path>();
        for (var folder : all()) {
            if (!Files.isDirectory(folder)) continue;
            try (var files = Files.newDirectoryStream(folder, "*" + ENDING)) {
                var sorted = new ArrayList<Path>();
                files.forEach(sorted::add);
                sorted.stream().sorted().forEach(all::add);
            } catch (IOException unreadable) {
                // Then it has no workflows.
            }
        }
        return List.copyOf(all);
    }

    /** Returns the name of a workflow file. */
    public static String name(Path file) {
        var name = String.valueOf(file.getFileName());
        return name.substring(0, name.length() - ENDING.length());
    }

    private List<Path> all() {
        var all = new ArrayList<Path>();
        all.add(repository);
        user.ifPresent(all::add);
        return all;
    }
}
