package dev.foldline.app.command.setup;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.setup.DoctorFinding.Level;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.TextStyle;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Examines what runs need and what runs have left, and says what helps. */
@Command(
        name = "doctor",
        description =
                "Check git, Java, agents, configuration and runs, and suggest a fix for each"
                        + " finding.",
        footer = {
            "  foldline doctor                    check, and change nothing",
            "  foldline doctor --all              check every line of every log, also of ended"
                    + " runs",
            "  foldline doctor --checks           run the checks once; to try an agent, use",
            "                                     foldline agents test NAME",
            "  foldline doctor --fix              kill orphaned processes, repair torn logs,",
            "                                     remove runs that never started and partial files",
        })
public final class DoctorCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--fix", description = "Fix what can be fixed without losing anything.")
    private boolean fix;

    @Option(
            names = "--all",
            description =
                    "Check all lines of every log. By default, only the last line of an ended run"
                            + " is read.")
    private boolean all;

    @Option(
            names = "--checks",
            description = "Run the configured checks once, in the working tree as it is.")
    private boolean checks;

    public DoctorCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        List<DoctorFinding> findings = new ArrayList<>(new EnvironmentCheck(console).findings());
        findings.addAll(new RunsCheck(console, fix, all).findings());
        findings.addAll(new TablesCheck(console, fix).findings());
        if (checks) findings.addAll(new ChecksTrial(console).findings());
        var exit =
                findings.stream().anyMatch(finding -> finding.level() == Level.BROKEN)
                        ? ExitCode.FAILED
                        : ExitCode.DONE;
        if (console.isJson()) {
            console.print(
                    JsonOutput.fields(
                            "schema",
                            "foldline.doctor/1",
                            "ok",
                            exit == ExitCode.DONE,
                            "exit",
                            exit.value(),
                            "findings",
                            findings.stream().map(DoctorCommand::document).toList(),
                            "next",
                            findings.stream()
                                    .filter(each -> each.level() == Level.BROKEN)
                                    .map(DoctorFinding::remedy)
                                    .distinct()
                                    .toList()));
        } else {
            findings.forEach(finding -> console.print(text(finding, console.paint())));
        }
        return exit.value();
    }

    private static Object document(DoctorFinding finding) {
        return JsonOutput.fields(
                "subject",
                finding.subject(),
                "level",
                finding.level(),
                "what",
                finding.what(),
                "remedy",
                finding.remedy());
    }

    private static String text(DoctorFinding finding, TextStyle paint) {
        var mark =
                switch (finding.level()) {
                    case GOOD -> paint.good("ok    ");
                    case MENDED -> paint.good("fixed ");
                    case NOTE -> paint.careful("note  ");
                    case BROKEN -> paint.bad("broken");
                };
        var remedy = finding.remedy().isEmpty() ? "" : "\n          try: " + finding.remedy();
        return mark + "  " + finding.subject() + ": " + finding.what() + remedy + "\n";
    }
}
