package dev.foldline.app.command.operate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunReport;
import dev.foldline.app.history.History;
import dev.foldline.app.view.Views;
import dev.foldline.app.view.watch.Watching;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code foldline watch}: the view that {@code run} shows, of a run that another process drives. */
@Command(name = "watch", description = "Look on while a run is driven elsewhere; Ctrl-C leaves, the run goes on.")
public final class Watch implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "Which run; without it, the latest.")
    private String run = "@";

    public Watch(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var checkout = Checkout.at(console.directory());
        var directory = checkout.run(run);
        console.about(directory.path());
        try (var view = Views.choose(Driving.audience(console).watchingSince(directory.beganAt()), console.err())) {
            Watching.follow(directory, checkout.root().toString(), view);
        }
        var report = RunReport.of(directory, History.open(directory).latest(), checkout.root());
        if (console.isJson()) console.print(report.document());
        else console.print(report.text(console.paint()));
        return ExitCode.DONE.value();
    }
}
