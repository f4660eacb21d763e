package dev.foldline.app.command.gate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.gate.GateIntent;
import dev.foldline.app.gate.OpenGate;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunReference;

import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.Optional;

/**
 * Which gate is meant: without a run, the only open one of that name; without a name, the only open
 * one.
 */
final class GateArguments {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "GATE",
            description = "Gate name (default: the only open gate).")
    private Optional<String> gate = Optional.empty();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "RUN",
            description = "Run id (default: the only run that waits at that gate).")
    private Optional<String> run = Optional.empty();

    /**
     * @throws UserError if no such gate is open, or no such run is there
     */
    OpenGate find(Console console, GateIntent intent) throws IOException {
        var checkout = Checkout.at(console.directory());
        var open =
                run.isPresent()
                        ? OpenGate.named(
                                resolveRun(checkout, run.get(), intent), gate.orElse(""), intent)
                        : OpenGate.find(checkout.runs(), gate, intent);
        console.about(open.run().path());
        return open;
    }

    private static RunDirectory resolveRun(Checkout checkout, String reference, GateIntent intent)
            throws IOException {
        if (intent != GateIntent.LOOK
                && checkout.runs().resolve(reference) instanceof RunReference.Unknown(_, var why))
            throw new UserError(
                    "Agent run not found", why, "foldline status --all", ExitCode.USAGE);
        return checkout.run(reference);
    }

    boolean isGiven() {
        return gate.isPresent();
    }
}
