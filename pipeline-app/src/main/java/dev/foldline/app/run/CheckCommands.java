package dev.foldline.app.run;

import dev.foldline.app.config.Settings;
import dev.foldline.app.config.Settings.BaseChecks;
import dev.foldline.app.config.key.ConfiguredForm;
import dev.foldline.app.config.key.ConfiguredForm.KnownFailures;
import dev.foldline.app.definition.WorkflowFile.CheckDefinition;
import dev.foldline.core.workflow.CheckForm;
import dev.foldline.core.workflow.CheckForm.OnKnown;
import dev.foldline.core.workflow.CommandLine;

import io.vavr.Tuple;
import io.vavr.collection.Iterator;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** The configured checks as commands whose results are compared. */
final class CheckCommands {
    private CheckCommands() {}

    static Vector<CommandLine> of(Settings settings) {
        var written =
                Vector.ofAll(settings.checks())
                        .flatMap(check -> Option.ofOptional(check.name()))
                        .toSet();
        Vector<CommandLine> commands = Vector.empty();
        Set<String> taken = written;
        for (var check : settings.checks()) {
            var name = check.name().orElse(free(check.run().text(), taken));
            taken = taken.add(name);
            commands =
                    commands.append(
                            new CommandLine.Check(
                                    name,
                                    PolicyFactory.line(check.run()),
                                    form(check.form(), settings)));
        }
        return commands;
    }

    /** Returns the commands of the checks of a workflow file. */
    static Map<String, Vector<CommandLine>> of(
            Map<String, CheckDefinition> declared, Settings settings) {
        return declared.filterValues(check -> !check.run().isEmpty())
                .map((name, check) -> Tuple.of(name, of(name, check, settings)));
    }

    private static Vector<CommandLine> of(String name, CheckDefinition check, Settings settings) {
        return check.run()
                .map(run -> new CommandLine.Check(name, run, form(check.form(), settings)));
    }

    /** Returns the commands as they are, for a workflow that decides on one run. */
    static Vector<CommandLine> plain(Vector<CommandLine> commands) {
        return commands.map(each -> each instanceof CommandLine.Check(_, var run, _) ? run : each);
    }

    /** Returns a text, with a number where something else has this name. */
    private static String free(String text, Set<String> taken) {
        return Iterator.from(1)
                .map(number -> number == 1 ? text : text + " (" + number + ")")
                .find(each -> !taken.contains(each))
                .get();
    }

    private static CheckForm form(ConfiguredForm written, Settings settings) {
        var form =
                new CheckForm(
                        Option.ofOptional(written.report()),
                        Option.ofOptional(written.failures()),
                        written.rerun(),
                        OnKnown.HALT);
        return written.knownFailures()
                        .map(each -> each == KnownFailures.ALLOW)
                        .or(
                                () ->
                                        settings.course()
                                                .checksOnBase()
                                                .map(each -> each == BaseChecks.COMPARE))
                        .orElse(form.isNamed())
                ? form.allowingKnown()
                : form;
    }

    /**
     * Returns whether a check of a workflow file runs before the first call. A file may begin with
     * a failure that it is to fix, so one whose failures have no names does so only if that is
     * written.
     */
    static boolean isComparedInFiles(ConfiguredForm written, Settings settings) {
        return settings.course()
                .checksOnBase()
                .map(each -> each != BaseChecks.IGNORE)
                .orElse(form(written, settings).isNamed() || written.knownFailures().isPresent());
    }
}
