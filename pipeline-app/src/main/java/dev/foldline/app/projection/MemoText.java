package dev.foldline.app.projection;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.core.projection.runtime.Memo;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.workflow.tasks.MemoFile;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import java.io.IOException;
import java.util.Optional;

/**
 * The memo of a workflow: from its file while it has a driver, else from its log, which other
 * processes may have extended.
 */
public final class MemoText {
    private MemoText() {}

    /**
     * One JSON object.
     *
     * @throws UserError if the file is not what was written
     */
    public static String of(RunDirectory workflow) throws IOException {
        try {
            var saved =
                    RunLock.holder(workflow.lock()).isPresent()
                            ? MemoFile.load(workflow.path())
                            : Optional.<Memo>empty();
            return Wire.toJson(saved.isPresent() ? saved.get() : Projections.memo(workflow));
        } catch (WireFault meddled) {
            throw new UserError(
                    "memo.json is not what was written: " + meddled.getMessage(),
                    workflow.path().toString(),
                    "rm " + workflow.path().resolve("memo.json"),
                    ExitCode.FAILED);
        }
    }
}
