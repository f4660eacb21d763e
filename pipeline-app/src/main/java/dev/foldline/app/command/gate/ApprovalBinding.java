package dev.foldline.app.command.gate;

import dev.foldline.app.gate.OpenGate;
import dev.foldline.core.command.Command.Shown;

import picocli.CommandLine.Option;

import java.util.Optional;

/**
 * What an answer is bound to: the opening and the tree as they are found, and the revision that the
 * person says was looked at.
 */
final class ApprovalBinding {
    @Option(
            names = "--revision",
            paramLabel = "N",
            description = "Refuse unless the gate still shows this revision.")
    private Optional<Long> revision = Optional.empty();

    Shown to(OpenGate open) {
        return new Shown(
                open.shownGate().instance(),
                io.vavr.control.Option.ofOptional(revision),
                open.shownGate().tree());
    }
}
