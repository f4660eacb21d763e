package dev.foldline.effects.world;

import dev.foldline.core.state.Fault;
import dev.foldline.effects.git.GitFault;
import java.io.IOException;
import java.io.UncheckedIOException;

/** From what the libraries throw to what an event tells. */
final class Faults {
    private Faults() {}

    /** Walking a folder wraps what the disk says. */
    static Fault of(UncheckedIOException operating) {
        return operating.getCause() == null ? Fault.of(Fault.Kind.FILES, String.valueOf(operating.getMessage())) : of(operating.getCause());
    }

    static Fault of(IOException operating) {
        var message = operating.getMessage() == null ? operating.getClass().getSimpleName() : operating.getMessage();
        return operating instanceof GitFault git ? Fault.of(Fault.Kind.GIT, "git (" + git.kind() + "): " + message)
                : Fault.of(Fault.Kind.FILES, operating.getClass().getSimpleName() + ": " + message);
    }
}
