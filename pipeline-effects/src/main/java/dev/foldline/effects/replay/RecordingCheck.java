package dev.foldline.effects.replay;

import dev.foldline.core.effect.AgentEffect;
import dev.foldline.core.effect.CheckEffect;
import dev.foldline.core.effect.ChildEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchRebased;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.git.local.RecordedObjects;
import dev.foldline.effects.recording.RecordedEffect;
import dev.foldline.effects.recording.RecordedFile;
import dev.foldline.effects.recording.RecordedHead;
import dev.foldline.effects.recording.RecordedSession;
import dev.foldline.effects.recording.RecordedStream;
import dev.foldline.effects.store.ContentHash;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Pattern;

/** Checks before a replay that every piece it needs is there and undamaged. */
public final class RecordingCheck {
    private static final Pattern HASH = Pattern.compile("\"([0-9a-f]{64})\"");

    private final RecordedSource source;
    private final RecordedObjects objects;

    private RecordingCheck(RecordedSource source, RecordedObjects objects) {
        this.source = source;
        this.objects = objects;
    }

    /**
     * Checks all pieces.
     *
     * @return the log
     * @throws DamagedRecording for the first piece that is missing, damaged or not supported
     */
    public static RecordedLog check(RecordedSource source) throws IOException {
        var log = RecordedLog.read(source.run().events());
        try (var objects = RecordedObjects.in(source.repository())) {
            var check = new RecordingCheck(source, objects);
            for (var line : log.lines()) check.line(line);
            for (var work : log.work()) check.work(work);
        }
        return log;
    }

    private void line(RecordedLog.Line line) throws IOException {
        switch (line.event()) {
            case RunStarted _ -> {
                for (var blob : hashes(line.text())) blob(line.seq(), blob);
            }
            case DriverStarted(var epoch, _) -> session(line.seq(), epoch);
            case InputEvent.Called _ ->
                    throw new DamagedRecording(
                            line.seq(), "a run whose work is pulled cannot be replayed");
            case Event _ -> {}
        }
    }

    static Vector<String> hashes(String json) {
        return Vector.ofAll(HASH.matcher(json).results().map(found -> found.group(1)).toList());
    }

    private void session(long seq, long epoch) throws IOException {
        RecordedSession session;
        try {
            session = source.recording().session(epoch);
        } catch (IOException damaged) {
            throw new DamagedRecording(seq, String.valueOf(damaged.getMessage()));
        }
        head(seq, session.home());
        for (var tree : session.tree()) head(seq, tree);
        for (var base : session.base()) object(seq, base.commit());
        for (var blob : session.setup().templates().values()) blob(seq, blob);
        for (var blob : session.setup().schemas().values()) blob(seq, blob);
        files(seq, session.files());
        for (var output : session.outputs()) stream(seq, output);
    }

    private void work(RecordedLog.Work work) throws IOException {
        if (work.outcome().isEmpty()) return;
        var outcome = work.outcome().get();
        switch (work.effect()) {
            case AgentEffect.SwitchModel _ -> {}
            case AgentEffect.InvokeAgent _, CheckEffect.RunCheck _ ->
                    effect(work.seq(), work.ticket());
            case ChildEffect.SpawnChild _ -> unsupported(work, "runs of child workflows");
            case GitEffect.RebaseBranch _ when outcome instanceof BranchRebased ->
                    effect(work.seq(), work.ticket());
            case GitEffect.OpenBranch open when open.branching() instanceof Branching.Titled ->
                    unsupported(work, "pull requests of the workflow tdd");
            case GitEffect.PrepareMerge _, GitEffect.LandMerge _, GitEffect.MergeBranch _ -> {
                if (!(outcome instanceof EffectFailed)) unsupported(work, "merges");
            }
            case GitEffect _ -> {}
        }
        for (var commit : commit(outcome)) {
            object(work.seq(), commit);
            if (objects.isSigned(commit))
                throw new DamagedRecording(
                        work.seq(), "the commit " + commit + " has a signature, which needs a key");
        }
    }

    private static void unsupported(RecordedLog.Work work, String what) throws DamagedRecording {
        throw new DamagedRecording(work.seq(), what + " cannot be replayed yet");
    }

    /** Returns the commit that an effect made. */
    static Option<String> commit(Event outcome) {
        return switch (outcome) {
            case WorkCommitted made -> Option.of(made.commit());
            case WorkSaved saved -> saved.commit();
            case BranchRebased rebased -> Option.of(rebased.head());
            case Event _ -> Option.none();
        };
    }

    private void effect(long seq, long ticket) throws IOException {
        RecordedEffect effect;
        try {
            effect = source.recording().effect(ticket);
        } catch (IOException damaged) {
            throw new DamagedRecording(seq, String.valueOf(damaged.getMessage()));
        }
        for (var process : effect.processes()) {
            stream(seq, process.out());
            stream(seq, process.err());
        }
        for (var after : effect.after()) head(seq, after);
        for (var commit : effect.reverted()) object(seq, commit);
        for (var base : effect.base()) object(seq, base.commit());
        files(seq, effect.files());
    }

    private void files(long seq, Vector<RecordedFile> files) throws DamagedRecording {
        for (var blob : files.flatMap(RecordedFile::blob)) blob(seq, blob);
    }

    private void head(long seq, RecordedHead head) throws DamagedRecording {
        object(seq, head.commit());
        object(seq, head.tree());
    }

    private void object(long seq, String hash) throws DamagedRecording {
        for (var problem : objects.problem(hash)) throw new DamagedRecording(seq, problem);
    }

    private void blob(long seq, String name) throws DamagedRecording {
        try {
            source.blobs().get(name);
        } catch (IOException damaged) {
            throw new DamagedRecording(
                    seq, "the text " + name + " is missing or damaged: " + damaged.getMessage());
        }
    }

    private void stream(long seq, RecordedStream stream) throws DamagedRecording {
        if (stream.sha256().isEmpty()) return;
        var file = source.run().output().resolve(stream.name());
        try {
            if (Files.isRegularFile(file) && stream.sha256().contains(ContentHash.of(file))) return;
        } catch (IOException unreadable) {
            throw new DamagedRecording(seq, "the output " + file + " cannot be read");
        }
        throw new DamagedRecording(seq, "the output " + file + " is missing or damaged");
    }
}
