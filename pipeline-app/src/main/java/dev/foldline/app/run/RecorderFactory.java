package dev.foldline.app.run;

import dev.foldline.app.repository.RecordingRetention;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.recording.EffectRecorder;
import dev.foldline.effects.recording.RunRecorder;

import java.io.IOException;

/** Creates what records a run, if it is to be recorded. */
final class RecorderFactory {
    private RecorderFactory() {}

    /** The first driver of a run removes recordings that are no longer kept. */
    static EffectRecorder of(
            DriverOptions options,
            RunContext run,
            AgentRegistry agents,
            Started started,
            RunObserver view)
            throws IOException {
        if (!options.records()) return EffectRecorder.NONE;
        var state = started.log().state();
        var recorder = RunRecorder.begin(run, agents, state, view::notice);
        if (state.header().epoch() == 0) RecordingRetention.prune(started.workspace());
        return recorder;
    }
}
