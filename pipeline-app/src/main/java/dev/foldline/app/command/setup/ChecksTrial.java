package dev.foldline.app.command.setup;

import dev.foldline.app.command.Console;
import dev.foldline.app.config.InvalidConfiguration;
import dev.foldline.app.config.Settings;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.PolicyFactory;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentSandbox;
import dev.foldline.effects.files.ProtectedFolder;
import dev.foldline.effects.process.ChildEnvironment;
import dev.foldline.effects.process.Deadlines;
import dev.foldline.effects.process.OutputFiles;
import dev.foldline.effects.process.ProcessInput;
import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.process.ProcessResult;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.process.ProcessSpec;
import dev.foldline.effects.report.JUnitReports;
import dev.foldline.effects.report.ReportResult;
import dev.foldline.effects.sandbox.SandboxLauncher;
import dev.foldline.effects.sandbox.SandboxNeeds;
import dev.foldline.effects.sandbox.SandboxedCall;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Runs the configured checks once, in the working tree as it is. */
record ChecksTrial(Console console) {
    private static final String SUBJECT = "check";

    List<DoctorFinding> findings() throws IOException {
        Settings settings;
        try {
            settings = ConfigurationContext.at(console, List.of()).load().settings();
        } catch (InvalidConfiguration reported) {
            return List.of();
        }
        var findings = new ArrayList<DoctorFinding>();
        for (var check : PolicyFactory.checks(settings))
            for (var line : check._2()) {
                findings.add(finding(line, settings));
                if (line instanceof CommandLine.Check command) findings.add(form(command));
            }
        return findings.isEmpty()
                ? List.of(
                        DoctorFinding.note(
                                SUBJECT,
                                "no check is configured: any work is committed",
                                "name a command in foldline.yaml under checks"))
                : findings;
    }

    private DoctorFinding finding(CommandLine line, Settings settings) throws IOException {
        console.note("running the check " + name(line));
        var began = Instant.now();
        var result = run(line, settings);
        var took = ", " + ValueFormatter.duration(result.took().toMillis());
        var withoutReport = withoutReport(line, began);
        if (withoutReport.isDefined())
            return DoctorFinding.broken(
                    SUBJECT,
                    name(line) + " has no report" + took + ": " + withoutReport.get(),
                    "correct its report in foldline.yaml, or its command");
        if (result.succeeded()) return DoctorFinding.good(SUBJECT, name(line) + " passed" + took);
        var last =
                (result.out().tail() + "\n" + result.err().tail())
                        .lines()
                        .filter(each -> !each.isBlank())
                        .reduce((_, later) -> later)
                        .orElse("it printed nothing");
        return DoctorFinding.broken(
                SUBJECT,
                name(line) + " failed" + took + ": " + ValueFormatter.oneLine(last),
                "make it pass, or set checks_on_base: ignore for a task that does");
    }

    private static String name(CommandLine line) {
        return line instanceof CommandLine.Check(var name, _, _) ? name : line.text();
    }

    /** Returns why the report that a check promises cannot be read. */
    private Option<String> withoutReport(CommandLine line, Instant began) {
        if (!(line instanceof CommandLine.Check(_, _, var form))) return Option.none();
        return form.report()
                .map(glob -> JUnitReports.read(console.directory().toAbsolutePath(), glob, began))
                .flatMap(
                        result ->
                                switch (result) {
                                    case ReportResult.Read _ -> Option.none();
                                    case ReportResult.NoReport(var reason) -> Option.of(reason);
                                    case ReportResult.Unreadable(var file, var reason) ->
                                            Option.of(file + ": " + reason);
                                });
    }

    /** How the failures of a check have names. */
    private DoctorFinding form(CommandLine.Check check) {
        var form = check.form();
        if (form.report().isDefined())
            return DoctorFinding.good(
                    SUBJECT, check.name() + " names its failures by report " + form.report().get());
        if (form.failures().isDefined())
            return DoctorFinding.good(
                    SUBJECT,
                    check.name() + " names its failures by pattern " + form.failures().get());
        return DoctorFinding.note(
                SUBJECT,
                check.name() + " names its failures only by its output",
                CheckProposal.of(console.directory().toAbsolutePath(), check.text())
                        .map(each -> "write under checks: - " + each.entry())
                        .orElse("name them with report: or failures:, if it has tests"));
    }

    private ProcessResult run(CommandLine line, Settings settings) throws IOException {
        var agents = WorkflowFactory.agents(settings);
        var profile = agents.sandbox().forChecks();
        if (!profile.isSandboxed()) return run(line, settings, SandboxedCall.NONE);
        var words = ProcessSpec.words(line);
        try (var here = Workspace.open(console.directory(), console.environment());
                var sandbox =
                        SandboxLauncher.prepared(
                                here.git(),
                                console.environment(),
                                profile,
                                agents.sandbox().started(),
                                SandboxNeeds.of(words),
                                AgentSandbox.foldersOfOthers(
                                        new AgentDefinition.BuiltIn(), console.environment()))) {
            return run(line, settings, sandbox);
        }
    }

    private ProcessResult run(CommandLine line, Settings settings, SandboxedCall sandbox)
            throws IOException {
        Path folder = Files.createTempDirectory("foldline-check-");
        try {
            return new ProcessRunner(console.redaction())
                    .run(
                            new ProcessSpec(
                                    ProcessSpec.words(line),
                                    console.directory().toAbsolutePath(),
                                    ChildEnvironment.forChecks(console.environment()),
                                    ProcessMarker.outsideRuns("doctor"),
                                    new ProcessInput.Nothing(),
                                    OutputFiles.in(folder, "check"),
                                    Deadlines.ofTotal(settings.timeouts().check()),
                                    sandbox.launcher()));
        } finally {
            new ProtectedFolder(folder).remove();
        }
    }
}
