package dev.foldline.effects.environment;

import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.forge.Forge;
import dev.foldline.effects.process.ProcessExecutor;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.recording.EffectRecorder;

import java.time.Clock;
import java.time.ZoneId;
import java.util.Map;

/**
 * What a run's effects reach the outside through, except git and files.
 *
 * @param processes runs agents and checks
 * @param clock the time of outcomes
 * @param recorder keeps what came from outside
 * @param signatures the identity and time of commits
 * @param forge the forge that hosts the repository
 */
public record EffectPorts(
        ProcessExecutor processes,
        Clock clock,
        EffectRecorder recorder,
        CommitSignatures signatures,
        Forge forge) {

    /** Without a forge. */
    public EffectPorts(
            ProcessExecutor processes,
            Clock clock,
            EffectRecorder recorder,
            CommitSignatures signatures) {
        this(processes, clock, recorder, signatures, Forge.NONE);
    }

    /** The same, with this forge. */
    public EffectPorts with(Forge other) {
        return new EffectPorts(processes, clock, recorder, signatures, other);
    }

    /** Git's variables for the identity and time of the commits that an effect makes. */
    @FunctionalInterface
    public interface CommitSignatures {
        /** The user's own identity, and the current time. */
        CommitSignatures CURRENT = _ -> Map.of();

        /** Returns the variables; none if git's configuration and the current time apply. */
        Map<String, String> of(long ticket);
    }

    /** Real processes and the real clock, without a recording. */
    public static EffectPorts of(RunContext run) {
        return new EffectPorts(
                new ProcessRunner(run.redaction()),
                Clock.system(ZoneId.systemDefault()),
                EffectRecorder.NONE,
                CommitSignatures.CURRENT);
    }

    /** The same, with a recording of what comes from outside. */
    public static EffectPorts recording(RunContext run, EffectRecorder recorder) {
        var ports = of(run);
        return new EffectPorts(
                recorder.recording(ports.processes()), ports.clock(), recorder, ports.signatures());
    }
}
