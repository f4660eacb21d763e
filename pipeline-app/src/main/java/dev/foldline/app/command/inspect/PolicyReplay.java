package dev.foldline.app.command.inspect;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.inspect.ReplayCommand.Replayed;
import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.FlagValue;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.Sources;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.Redecision;
import dev.foldline.app.report.RedecisionPage;
import dev.foldline.app.report.RedecisionsPage;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.run.RecordedWorkflow;
import dev.foldline.app.run.WorkflowFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides recorded runs again under another policy.
 *
 * @param file a configuration file instead of the repository's; empty for the repository's
 * @param assignments settings, as {@code KEY=VALUE}
 */
record PolicyReplay(Console console, String file, List<String> assignments) {

    int of(List<Replayed> runs) throws IOException {
        var settings = settings();
        var pages = new ArrayList<RedecisionPage>();
        for (var each : runs) pages.add(page(settings, each));
        if (pages.size() == 1) print(pages.getFirst());
        else print(new RedecisionsPage(pages));
        return ExitCode.DONE.value();
    }

    private static RedecisionPage page(Settings settings, Replayed replayed) throws IOException {
        var history = replayed.history();
        var recorded = history.at(1).state().workflow();
        var other = RecordedWorkflow.under(settings, recorded);
        return new RedecisionPage(
                history.name(),
                recorded,
                other,
                Redecision.of(history, replayed.last(), _ -> other));
    }

    private void print(RedecisionPage page) {
        if (console.isJson()) console.print(page.document());
        else console.print(page.text(console.paint()));
    }

    private void print(RedecisionsPage page) {
        if (console.isJson()) console.print(page.document());
        else console.print(page.text(console.paint()));
    }

    private Settings settings() throws IOException {
        var flags = assignments.stream().map(FlagValue::set).toList();
        var top = Checkout.at(console.directory()).root();
        if (file.isEmpty())
            return Configuration.load(
                            Sources.of(top, console.environment(), flags),
                            WorkflowFactory.catalogue())
                    .settings();
        var path = console.resolve(file);
        if (!Files.isRegularFile(path))
            throw new UserError("no such file", path.toString(), "", ExitCode.USAGE);
        // The repository's own file is left out: the other one takes its place.
        return Configuration.load(
                        new Sources(
                                path.resolveSibling(".no-repository"),
                                Optional.of(path),
                                console.environment(),
                                flags),
                        WorkflowFactory.catalogue())
                .settings();
    }
}
