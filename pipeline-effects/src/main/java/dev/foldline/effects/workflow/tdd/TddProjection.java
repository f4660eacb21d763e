package dev.foldline.effects.workflow.tdd;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.projection.tdd.TddStatus;
import dev.foldline.core.projection.tdd.TddTimeline;
import dev.foldline.core.projection.tdd.TddView;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.projection.RunFiles;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.Blobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;

/**
 * The files {@code ACTIVE_PR.json} and {@code ORCHESTRATION_STATE.json} in a working tree, replaced
 * atomically whenever their content changes. While a plan is requested, the agent's file is left
 * alone.
 */
public final class TddProjection implements RunFiles {
    private final Path root;
    private final WrittenHashes written;
    private final Blobs blobs;
    private TddTimeline account;

    public TddProjection(Path root, WrittenHashes written, Blobs blobs, TddTimeline account) {
        this.root = root;
        this.written = written;
        this.blobs = blobs;
        this.account = account;
    }

    @Override
    public void follow(Instant at, Event event, PipelineState after) throws IOException {
        account = account.and(event, after);
        write();
    }

    /** Replaces the files, even if they have changed since the last write. */
    @Override
    public void write() throws IOException {
        var reported = TddTexts.view(account, blobs);
        if (reported.state().lifecycle() instanceof Lifecycle.Ended(var outcome)) {
            removeOurs(TddFiles.PLAN, outcome instanceof Outcome.Completed);
            if (!(outcome instanceof Outcome.Completed)) {
                removeOurs(TddFiles.STATE, false);
                return;
            }
        } else if (mayWritePlan(reported)) {
            put(TddFiles.PLAN, reported.plan().document().document());
        }
        put(TddFiles.STATE, reported.stateFile().document());
    }

    private boolean mayWritePlan(TddView reported) throws IOException {
        var isKnown =
                account.documents().plan().isDefined() || account.documents().reviews().nonEmpty();
        if (!isKnown || reported.plan().document().fields().isEmpty()) return false;
        var asked =
                reported.status() == TddStatus.INITIALIZING
                        || reported.status() == TddStatus.REPLANNING
                        || reported.status() == TddStatus.HALTED && reported.isIn(Tdd.REPLAN);
        return !asked
                || !Files.exists(root.resolve(TddFiles.PLAN), LinkOption.NOFOLLOW_LINKS)
                || isOurs(TddFiles.PLAN);
    }

    private boolean isOurs(String name) throws IOException {
        var found = TddFiles.bytes(root, name);
        return found.isPresent() && written.has(found.get());
    }

    private void removeOurs(String name, boolean whoever) throws IOException {
        if (whoever || isOurs(name)) Files.deleteIfExists(root.resolve(name));
    }

    private void put(String name, String text) throws IOException {
        var bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        var found = TddFiles.bytes(root, name);
        if (found.isPresent() && java.util.Arrays.equals(found.get(), bytes)) return;
        written.add(bytes);
        AtomicFile.write(root.resolve(name), bytes);
    }
}
