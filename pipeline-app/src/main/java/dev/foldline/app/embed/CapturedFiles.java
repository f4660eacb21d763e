package dev.foldline.app.embed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foldline.app.config.WorkflowFolders;
import dev.foldline.app.definition.DefinitionFiles;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The files of a workflow definition. Each is read once, so that the definition does not change.
 */
final class CapturedFiles implements DefinitionFiles {
    /** The folder of definitions that are not on disk. */
    static final Path ROOT = Path.of("").toAbsolutePath().normalize();

    private final DefinitionFiles source;
    private final Map<Path, Option<byte[]>> contents = new HashMap<>();
    private final Map<Path, Option<Path>> found = new HashMap<>();

    private CapturedFiles(DefinitionFiles source) {
        this.source = source;
    }

    /** Captures the files of a source. */
    static CapturedFiles of(DefinitionFiles source) {
        return source instanceof CapturedFiles captured ? captured : new CapturedFiles(source);
    }

    static CapturedFiles onDisk() {
        return of((BesideFiles) ON_DISK::read);
    }

    /** The resources in the package of a class, and below it. */
    static CapturedFiles ofResources(Class<?> beside) {
        return of(
                (BesideFiles)
                        file -> {
                            try (var in = beside.getResourceAsStream(name(file))) {
                                return in == null ? Option.none() : Option.of(in.readAllBytes());
                            }
                        });
    }

    /**
     * @param texts by their paths relative to {@link #ROOT}
     */
    static CapturedFiles ofTexts(Map<String, String> texts) {
        var files = Map.copyOf(texts);
        return of(
                (BesideFiles)
                        file -> {
                            var text = files.get(name(file));
                            return text == null ? Option.none() : Option.of(text.getBytes(UTF_8));
                        });
    }

    private static String name(Path file) {
        return ROOT.relativize(file).toString().replace('\\', '/');
    }

    /** Files whose child workflows, if named without a path, are beside them. */
    @FunctionalInterface
    private interface BesideFiles extends DefinitionFiles {
        @Override
        default Option<Path> find(String workflow, Path base) throws IOException {
            var file =
                    base.resolve(
                                    WorkflowFolders.isPath(workflow)
                                            ? workflow
                                            : workflow + WorkflowFolders.ENDING)
                            .normalize();
            return read(file).map(_ -> file);
        }
    }

    @Override
    public synchronized Option<byte[]> read(Path file) throws IOException {
        var content = contents.get(file);
        if (content == null) {
            content = source.read(file);
            contents.put(file, content);
        }
        return content;
    }

    @Override
    public synchronized Option<Path> find(String workflow, Path base) throws IOException {
        var key = base.resolve(workflow);
        var path = found.get(key);
        if (path == null) {
            path = source.find(workflow, base);
            found.put(key, path);
        }
        return path;
    }
}
