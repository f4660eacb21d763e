package dev.foldline.app.run;

import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.store.PortAllocator;

import java.io.IOException;
import java.util.Map;

/** The port of a run in its own working tree. */
final class RunPort {
    private RunPort() {}

    /** Returns the run's own port as a variable, if it is to have one. */
    static Map<String, String> of(RunLog log, Workspace workspace) throws IOException {
        if (!(log.state().policy().branching() instanceof Branching.OwnTree own)
                || own.portsFrom().isEmpty()) return Map.of();
        var port =
                new PortAllocator(workspace.runs())
                        .of(log.directory(), own.portsFrom().get().intValue());
        return port.map(number -> Map.of(PortAllocator.VARIABLE, number.toString()))
                .orElse(Map.of());
    }
}
