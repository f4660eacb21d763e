package dev.foldline.app.notify;

import dev.foldline.effects.files.FileBaseline;
import dev.foldline.effects.git.ConfiguredProgram;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The files of a working tree that a notification starts, as they were when the run's driver
 * started. Where the run works in another tree, nothing else keeps an agent without a sandbox from
 * them.
 */
record ProgramFiles(Path root, Vector<FileBaseline> files) {
    static ProgramFiles now(Path root, List<ConfiguredProgram> programs) throws IOException {
        var files = Vector.<FileBaseline>empty();
        for (var program : programs)
            for (var file : program.filesIn(root)) files = files.append(FileBaseline.at(file));
        return new ProgramFiles(root, files);
    }

    /**
     * @throws ChangedProgram if one of them has changed
     */
    void refuseChanged() throws IOException {
        for (var each : files)
            if (!each.isAsItWas())
                throw new ChangedProgram(
                        root.relativize(each.file())
                                + " has changed since the run's driver started, and is not run;"
                                + " check it, then pause and resume the run");
    }
}
