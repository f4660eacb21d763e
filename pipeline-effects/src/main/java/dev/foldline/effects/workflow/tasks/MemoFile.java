package dev.foldline.effects.workflow.tasks;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.projection.runtime.Memo;
import dev.foldline.core.projection.RunState;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.projection.RunFiles;
import dev.foldline.effects.store.AtomicFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * The file {@code memo.json} of a workflow of tasks, replaced atomically whenever its content
 * changes. It is deleted when the workflow ends.
 */
public final class MemoFile implements RunFiles {
    private static final String NAME = "memo.json";

    private final Path folder;
    private Memo memo;
    private PipelineState state;

    /**
     * @param folder the workflow's own directory
     * @param state state of the workflow
     */
    public MemoFile(Path folder, Memo memo, PipelineState state) {
        this.folder = folder;
        this.memo = memo;
        this.state = state;
    }

    @Override
    public void follow(Instant at, Event event, PipelineState after) throws IOException {
        var next = memo.and(state, event, after, at);
        boolean isNews = !next.saysAs(memo);
        memo = next;
        state = after;
        if (isNews) write();
    }

    @Override
    public void write() throws IOException {
        if (memo.runState() == RunState.STOPPED) delete(folder);
        else save(folder, memo);
    }

    static void save(Path folder, Memo memo) throws IOException {
        AtomicFile.write(folder.resolve(NAME), Wire.toJson(memo) + "\n");
    }

    static void delete(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(NAME));
    }

    /**
     * Returns the last saved memo; empty if there is none, or it was deleted.
     *
     * @throws WireFault if it is not a memo: the message names the missing or wrong field
     */
    public static Optional<Memo> load(Path folder) throws IOException {
        try {
            return Optional.of(Wire.memo(Files.readString(folder.resolve(NAME))));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }
}
