package dev.foldline.app.definition;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where workflow files, and the prompts and schemas that they name, are read from. */
public interface DefinitionFiles {
    /** The files on disk. A name without a path finds nothing. */
    DefinitionFiles ON_DISK =
            new DefinitionFiles() {
                @Override
                public Option<byte[]> read(Path file) throws IOException {
                    return Files.isRegularFile(file)
                            ? Option.of(Files.readAllBytes(file))
                            : Option.none();
                }

                @Override
                public Option<Path> find(String workflow, Path base) throws IOException {
                    var file = base.resolve(workflow).normalize();
                    return Option.when(Files.isRegularFile(file), file);
                }
            };

    /** Returns the content of a file; none if it does not exist. */
    Option<byte[]> read(Path file) throws IOException;

    /**
     * Returns the file of a workflow; none if it does not exist.
     *
     * @param workflow a name or a path
     * @param base the folder to which a path is relative
     */
    Option<Path> find(String workflow, Path base) throws IOException;
}
