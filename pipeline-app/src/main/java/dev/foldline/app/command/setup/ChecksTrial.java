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
import dev.foldline.effects.sandbox.SandboxLauncher;
import dev.foldline.effects.sandbox.SandboxNeeds;
import dev.foldline.effects.sandbox.SandboxedCall;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
            for (var line : check._2()) findings.add(finding(line, settings));
        return findings.isEmpty()
                ? List.of(
                        DoctorFinding.note(
                                SUBJECT,
                                "no check is configured: any work is committed",
                                "name a command in foldline.yaml under checks"))
                : findings;
    }

    private DoctorFinding finding(CommandLine line, Settings settings) throws IOException {
        console.note("running the check " + line.text());
        var result = run(line, settings);
        var took = ", " + ValueFormatter.duration(result.took().toMillis());
        if (result.succeeded()) return DoctorFinding.good(SUBJECT, line.text() + " passed" + took);
        var last =
                (result.out().tail() + "\n" + result.err().tail())
                        .lines()
                        .filter(each -> !each.isBlank())
                        .reduce((_, later) -> later)
                        .orElse("it printed nothing");
        return DoctorFinding.broken(
                SUBJECT,
                line.text() + " failed" + took + ": " + ValueFormatter.oneLine(last),
                "make it pass, or set checks_on_base: ignore for a task that does");
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
