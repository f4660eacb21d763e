package dev.foldline.app.run;

import dev.foldline.app.config.Settings;
import dev.foldline.app.config.Settings.BaseChecks;
import dev.foldline.core.workflow.CheckForm;
import dev.foldline.core.workflow.CheckForm.OnKnown;
import dev.foldline.core.workflow.CommandLine;

import io.vavr.collection.Vector;

import java.util.Optional;

/** The configured checks as commands whose results are compared. */
final class CheckCommands {
    private CheckCommands() {}

    static Vector<CommandLine> of(Settings settings) {
        var lines = Vector.ofAll(settings.checks()).map(PolicyFactory::line);
        var onBase = settings.course().checksOnBase();
        return lines.zipWithIndex()
                .map(
                        each ->
                                new CommandLine.Check(
                                        name(lines, each._2()),
                                        each._1(),
                                        onBase(CheckForm.PLAIN, onBase)));
    }

    /** Returns the commands as they are, for a workflow that decides on one run. */
    static Vector<CommandLine> plain(Vector<CommandLine> commands) {
        return commands.map(each -> each instanceof CommandLine.Check(_, var run, _) ? run : each);
    }

    /** The name of a command is its text, with a number where another one has the same. */
    private static String name(Vector<CommandLine> lines, int index) {
        var text = lines.get(index).text();
        int before = lines.take(index).count(each -> each.text().equals(text));
        return before == 0 ? text : text + " (" + (before + 1) + ")";
    }

    private static CheckForm onBase(CheckForm form, Optional<BaseChecks> configured) {
        var onKnown =
                configured
                        .map(each -> each == BaseChecks.COMPARE ? OnKnown.ALLOW : OnKnown.HALT)
                        .orElse(form.isNamed() ? OnKnown.ALLOW : OnKnown.HALT);
        return new CheckForm(form.report(), form.failures(), form.rerunsMax(), onKnown);
    }
}
