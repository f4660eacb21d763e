package dev.foldline.app.fleet;

import dev.foldline.app.config.Settings;
import dev.foldline.app.config.ShareKeys;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.FleetEngine;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.SharedRuns;
import dev.foldline.app.workflow.WorkflowRuntime;
import dev.foldline.effects.fleet.engine.EngineFault;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Gives a shared run to the workers of a fleet.
 *
 * @param remote where it is shared
 * @param engine the address of the engine
 * @param labels what its hosts must have
 */
public record FleetSubmission(String remote, String engine, Vector<String> labels) {
    private static final String SCHEMA = "foldline.submission/1";
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    /**
     * Returns how runs are submitted.
     *
     * @throws UserError if no remote or no engine is configured
     */
    public static FleetSubmission of(ShareKeys share, Vector<String> labels) {
        return on(
                share.remote()
                        .orElseThrow(() -> missing("repository where runs are shared", "remote")),
                share,
                labels);
    }

    /**
     * Returns how runs are submitted that are shared elsewhere than configured.
     *
     * @throws UserError if no engine is configured
     */
    public static FleetSubmission on(String remote, ShareKeys share, Vector<String> labels) {
        return new FleetSubmission(
                remote, share.engine().orElseThrow(() -> missing("engine", "engine")), labels);
    }

    private static UserError missing(String what, String key) {
        return new UserError(
                "no " + what + " is configured",
                "share." + key,
                "set share." + key + " in foldline.yaml",
                ExitCode.USAGE);
    }

    /** Publishes a run that has not been driven yet, and submits it. */
    public void submit(Workspace here, Started started, Settings settings)
            throws IOException, InterruptedException {
        var run = started.log().directory().id().text();
        try {
            WorkflowRuntime.session(
                            here, started, settings, new DriverOptions(false), RunObserver.NONE)
                    .publish(started);
        } catch (UserError notPublished) {
            if (notPublished.exit() != ExitCode.UNAVAILABLE) throw notPublished;
            throw new UserError(
                    notPublished.message() + "; the run is not submitted",
                    notPublished.place(),
                    "when it can be reached again: foldline resume " + run + " --on fleet",
                    ExitCode.UNAVAILABLE);
        }
        submit(here, here.root(), run);
    }

    /** Submits a run that is shared. */
    public void submit(Workspace here, Path folder, String run) throws IOException {
        var fleet =
                new SharedRuns(Checkout.at(here.root()), here.environment(), folder, remote)
                        .fleet();
        try (var server = FleetEngine.open(engine, here.environment(), TIMEOUT)) {
            server.placement(fleet).submit(run, labels);
        } catch (EngineFault silent) {
            throw new UserError(
                    String.valueOf(silent.getMessage()),
                    engine,
                    "the run is shared; "
                            + silent.remedy().getOrElse("when the engine answers")
                            + ": foldline resume "
                            + run
                            + " --from "
                            + ShellWord.of(remote)
                            + " --on fleet",
                    silent.remedy().isDefined() ? ExitCode.AUTHENTICATION : ExitCode.UNAVAILABLE);
        }
    }

    /** Returns what is reported of a submitted run. */
    public Map<String, Object> document(String run) {
        return JsonOutput.fields(
                "schema", SCHEMA, "ok", true, "exit", 0, "run", run, "next", next(run).asJava());
    }

    /** Returns the same as text. */
    public String text(String run) {
        return "Run "
                + run
                + " waits for a worker.\n"
                + next(run).map(each -> "  next      " + each + "\n").mkString();
    }

    private Vector<String> next(String run) {
        return Vector.of(
                "foldline status " + run + " --from " + ShellWord.of(remote),
                "foldline fleet --from " + ShellWord.of(remote));
    }
}
