package dev.foldline.app.command.gate;

import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.gate.OpenGate;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Parameters;

/** Which gate is meant: without a run, the only open one of that name; without a name, the only open one. */
final class GateArguments {
    @Parameters(index = "0", arity = "0..1", paramLabel = "GATE", description = "The gate's name; without it, the only one that is open.")
    private Optional<String> gate = Optional.empty();

    @Parameters(index = "1", arity = "0..1", paramLabel = "RUN", description = "Which run; without it, the only one held at that gate.")
    private Optional<String> run = Optional.empty();

    OpenGate find(Console console) throws IOException {
        var checkout = Checkout.at(console.directory());
        var open = run.isPresent() ? OpenGate.named(checkout.run(run.get()), gate.orElse("")) : OpenGate.meant(checkout.runs(), gate);
        console.about(open.run().path());
        return open;
    }

    boolean isGiven() { return gate.isPresent(); }
}
