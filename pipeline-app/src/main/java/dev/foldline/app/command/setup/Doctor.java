package dev.foldline.app.command.setup;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.Paint;
import dev.foldline.app.command.setup.Finding.Level;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Examines what runs need and what runs have left, and says what helps. */
@Command(name = "doctor", description = "Examine git, Java, agents, configuration and runs; each finding with its remedy.",
        footer = {
            "  foldline doctor                    looks, and changes nothing",
            "  foldline doctor --fix              ends what dead drivers left running, repairs torn logs,",
            "                                     removes runs that never began and files half written",
        })
public final class Doctor implements Callable<Integer> {
    private final Console console;

    @Option(names = "--fix", description = "Put right what can be put right without losing anything.")
    private boolean fix;

    public Doctor(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        List<Finding> findings = new ArrayList<>(new SurroundingsCheckup(console).findings());
        findings.addAll(new RunsCheckup(console, fix).findings());
        findings.addAll(new TablesCheckup(console, fix).findings());
        var exit = findings.stream().anyMatch(finding -> finding.level() == Level.BROKEN) ? ExitCode.FAILED : ExitCode.DONE;
        if (console.isJson()) {
            console.print(JsonText.fields("schema", "foldline.doctor/1", "ok", exit == ExitCode.DONE, "exit", exit.value(),
                    "findings", findings.stream().map(Doctor::document).toList(),
                    "next", findings.stream().filter(each -> each.level() == Level.BROKEN).map(Finding::remedy).distinct().toList()));
        } else {
            findings.forEach(finding -> console.print(text(finding, console.paint())));
        }
        return exit.value();
    }

    private static Object document(Finding finding) {
        return JsonText.fields("subject", finding.subject(), "level", finding.level(), "what", finding.what(), "remedy", finding.remedy());
    }

    private static String text(Finding finding, Paint paint) {
        var mark = switch (finding.level()) {
            case GOOD   -> paint.good("ok    ");
            case MENDED -> paint.good("fixed ");
            case NOTE   -> paint.careful("note  ");
            case BROKEN -> paint.bad("broken");
        };
        var remedy = finding.remedy().isEmpty() ? "" : "\n          try: " + finding.remedy();
        return mark + "  " + finding.subject() + ": " + finding.what() + remedy + "\n";
    }
}
