package dev.foldline.effects.replay;

import dev.foldline.core.effect.AgentEffect;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.CheckEffect;
import dev.foldline.core.effect.ChildEffect;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.local.RecordedObjects;
import dev.foldline.effects.recording.RecordedEffect;
import dev.foldline.effects.recording.RecordedFile;
import dev.foldline.effects.recording.RecordedHead;
import dev.foldline.effects.recording.RecordedOutcome;
import dev.foldline.effects.recording.RecordedSession;
import dev.foldline.effects.recording.RecordedStream;
import dev.foldline.effects.store.ContentHash;

import io.vavr.collection.Vector;

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
        refusePulled(log);
        try (var objects = objects(source)) {
            var check = new RecordingCheck(source, objects);
            for (var line : log.lines()) check.line(line);
            for (var work : log.work()) check.work(work);
            for (var problem : objects.problemOfAll()) throw new DamagedRecording(1, problem);
        }
        return log;
    }

    private static RecordedObjects objects(RecordedSource source) throws IOException {
        try {
            return RecordedObjects.in(source.repository(), source.recording().ref());
        } catch (GitFault unreadable) {
            throw new DamagedRecording(1, String.valueOf(unreadable.getMessage()));
        }
    }

    /** What an external agent does between its calls is not recorded. */
    private static void refusePulled(RecordedLog log) throws DamagedRecording {
        for (var line : log.lines().headOption())
            if (line.event() instanceof RunStarted started && isPulled(started.workflow()))
                throw new DamagedRecording(
                        line.seq(), "a run whose work is pulled cannot be replayed");
    }

    private static boolean isPulled(Workflow workflow) {
        return workflow.children().isEmpty()
                && workflow.phases()
                        .flatMap(Phase::steps)
                        .exists(step -> step instanceof Step.WorkerRequest work && work.waits());
    }

    private void line(RecordedLog.Line line) throws IOException {
        switch (line.event()) {
            case RunStarted _ -> {
                for (var blob : hashes(line.text())) blob(line.seq(), blob);
            }
            case DriverStarted(var epoch, _) -> session(line.seq(), epoch);
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
        for (var base : session.base()) commit(seq, base.commit());
        for (var ref : session.refs()) commit(seq, ref.commit());
        for (var blob : session.setup().templates().values()) blob(seq, blob);
        for (var blob : session.setup().schemas().values()) blob(seq, blob);
        files(seq, session.files());
        for (var output : session.outputs()) stream(seq, output);
    }

    private void work(RecordedLog.Work work) throws IOException {
        if (Files.exists(source.recording().effectFile(work.ticket())))
            readable(work.seq(), work.ticket());
        if (work.outcome().isEmpty()) return;
        var outcome = work.outcome().get();
        switch (work.effect()) {
            case AgentEffect.SwitchModel _ -> {}
            case AgentEffect.InvokeAgent _, CheckEffect.RunCheck _ ->
                    effect(work.seq(), work.ticket());
            case ForgeEffect _, ChangeEffect _, ChildEffect.SpawnChild _ -> {}
            case GitEffect.RebaseBranch _,
                    GitEffect.PrepareMerge _,
                    GitEffect.LandMerge _,
                    GitEffect.MergeBranch _,
                    GitEffect.CountCommits _,
                    GitEffect.OpenBranch _ -> {
                if (!PlayedOutcome.isPlayed(work.effect(), outcome))
                    effect(work.seq(), work.ticket());
            }
            case GitEffect.ObserveWork _,
                    GitEffect.InspectTree _,
                    GitEffect.CommitWork _,
                    GitEffect.ReleaseWorktree _,
                    GitEffect.ResetTree _,
                    GitEffect.GatherWork _,
                    GitEffect.SaveWork _ -> {}
        }
        for (var commit : RecordedOutcome.commit(outcome)) {
            commit(work.seq(), commit);
            if (!(outcome instanceof BranchOpened) && objects.isSigned(commit))
                throw new DamagedRecording(
                        work.seq(), "the commit " + commit + " has a signature, which needs a key");
        }
    }

    private void effect(long seq, long ticket) throws IOException {
        var effect = readable(seq, ticket);
        for (var process : effect.processes()) {
            stream(seq, process.out());
            stream(seq, process.err());
        }
        for (var after : effect.after()) head(seq, after);
        for (var commit : effect.reverted()) commit(seq, commit);
        for (var branch : effect.branches()) commit(seq, branch.commit());
        files(seq, effect.files());
    }

    private RecordedEffect readable(long seq, long ticket) throws DamagedRecording {
        try {
            return source.recording().effect(ticket);
        } catch (IOException damaged) {
            throw new DamagedRecording(seq, String.valueOf(damaged.getMessage()));
        }
    }

    private void files(long seq, Vector<RecordedFile> files) throws DamagedRecording {
        for (var blob : files.flatMap(RecordedFile::blob)) blob(seq, blob);
    }

    private void head(long seq, RecordedHead head) throws DamagedRecording {
        commit(seq, head.commit());
        for (var problem : objects.problemOfTree(head.tree()))
            throw new DamagedRecording(seq, problem);
    }

    private void commit(long seq, String hash) throws DamagedRecording {
        for (var problem : objects.problemOfCommit(hash)) throw new DamagedRecording(seq, problem);
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
