package dev.foldline.app.server.call;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.runtime.WorkflowReport;
import dev.foldline.app.config.Settings;
import dev.foldline.app.run.Launch;
import dev.foldline.app.runtime.Creating;
import dev.foldline.app.runtime.Holding;
import dev.foldline.app.runtime.TakingUp;
import dev.foldline.app.runtime.WorkflowView;
import dev.foldline.app.runtime.Workflows;
import dev.foldline.app.runtime.Workflows.GivenUp;
import dev.foldline.app.runtime.definition.Source;
import dev.foldline.app.server.call.Call.Gives;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What can be done with workflows of tasks: what the commands do, but that those which are started are driven here. */
record WorkflowDeeds(Desk desk) {
    private static final String ONE = "foldline.workflow/1";
    static final Field RULES = Field.truth("accept_rules", "go on although it began under other rules");

    Vector<Call> all() {
        return Vector.of(
                Call.post("/api/workflows", "Make a workflow; nothing runs yet.", new Gives(201, Gives.JSON, io.vavr.control.Option.of(ONE)), this::create)
                        .taking(new Body.Yaml("what the tasks are, as the file for workflow create says it")),
                on("ready", "Say that it is as it should be, and may be started.", this::ready),
                on("start", "Start it; it is driven here.", this::start).taking(RULES),
                on("stop", "Hold it with its tasks, to be resumed; answered when nobody works on it any more.", this::stop)
                        .taking(Field.truth("now", "end its agents at once; without it what is under way may take 15 seconds")),
                on("resume", "Take it up: after a pause, or to try again what waits for a person.", this::resume)
                        .taking(Field.truth("reopen", "begin tasks anew that were given up by themselves, or whose run has lost its log, each on a branch of its own"), RULES),
                on("cancel", "End it and all its tasks for good; what is uncommitted is saved, branches stay.", this::cancel)
                        .taking(Field.text("why", "for the log")),
                on("resolve", "Go on with the merges, when what could not be merged has been resolved on its branch.", this::resolve).taking(RULES),
                Call.post("/api/recover", "Take up all workflows that were running when whoever drove them died.", Gives.document("foldline.recovered/1"), _ -> recover()));
    }

    private static Call on(String deed, String about, Call.Work work) { return Call.post("/api/workflows/{id}/" + deed, about, Gives.document(ONE), work); }

    private Answer create(Asked asked) throws IOException {
        var here = desk.here();
        var made = new Creating(here).create(Launch.configuration(here.root(), here.environment()), asked.body().getBytes(StandardCharsets.UTF_8), Source.BODY);
        return new Answer.Told(201, document(made), Map.of("Location", "/api/workflows/" + made.id()));
    }

    private Answer ready(Asked asked) throws IOException {
        var workflow = desk.meant(asked, "ready");
        new Workflows(desk.here()).ready(workflow);
        return told(workflow);
    }

    /** What is wrong with the request is told apart from what keeps a workflow that may be started from starting. */
    private Answer start(Asked asked) throws IOException, InterruptedException {
        desk.hosting().refuseIfLeaving();
        var workflow = startable(asked);
        try {
            desk.hosting().drive(workflows(asked).start(workflow, settings(workflow)));
        } catch (UserError refused) {
            throw refused.exit() == ExitCode.LOCKED ? Refusal.of(refused)
                    : Refusal.of(500, new UserError("Failed to start orchestrator: " + refused.message(), refused.place(), refused.hint(), refused.exit()));
        }
        return told(workflow);
    }

    private RunDirectory startable(Asked asked) throws IOException {
        try {
            var workflow = desk.meant(asked, "start");
            new Workflows(desk.here()).refuseUnlessStartable(workflow);
            return workflow;
        } catch (UserError refused) {
            throw refused.exit() == ExitCode.LOCKED ? Refusal.of(refused) : Refusal.of(400, refused);
        }
    }

    private Answer stop(Asked asked) throws IOException, InterruptedException {
        var workflow = desk.workflow(asked);
        new Holding(desk.here().runs(), workflow).stop(asked.fields().isTrue("now") ? Duration.ZERO : Holding.GRACE);
        return told(workflow);
    }

    private Answer resume(Asked asked) throws IOException, InterruptedException {
        return resumed(asked, desk.meant(asked, "resume"));
    }

    private Answer resumed(Asked asked, RunDirectory workflow) throws IOException, InterruptedException {
        desk.hosting().refuseIfLeaving();
        // First: what cannot be driven is told nothing.
        var settings = settings(workflow);
        workflows(asked).resume(workflow, settings, asked.fields().isTrue("reopen") ? GivenUp.BEGUN_ANEW : GivenUp.LEFT).ifPresent(desk.hosting()::drive);
        return told(workflow);
    }

    private Workflows workflows(Asked asked) { return new Workflows(desk.here()).accepting(asked.fields().isTrue(RULES.name())); }

    private Answer resolve(Asked asked) throws IOException, InterruptedException {
        var workflow = desk.meant(asked, "resolve");
        new Workflows(desk.here()).refuseUnlessConflicting(workflow);
        return resumed(asked, workflow);
    }

    private Answer cancel(Asked asked) throws IOException, InterruptedException {
        var workflow = desk.meant(asked, "cancel");
        var why = asked.fields().text("why").getOrElse("cancelled by a person");
        if (new Holding(desk.here().runs(), workflow).cancelled(why)) return told(workflow);
        desk.hosting().refuseIfLeaving();
        desk.hosting().drive(new Workflows(desk.here()).cancel(workflow, why)).join();
        return told(workflow);
    }

    private Answer recover() throws IOException {
        desk.hosting().refuseIfLeaving();
        return Answer.told(document(desk.recovery().all()));
    }

    /** What was taken up, and what could not be. */
    public static Map<String, Object> document(TakingUp.Found found) {
        return JsonText.fields("schema", "foldline.recovered/1", "resumed", found.resumed().map(RunId::text), "running", found.running().map(RunId::text),
                "failed", found.failed().map(each -> JsonText.fields("id", each.workflow().text(), "status", "failed", "reason", each.why())));
    }

    private Settings settings(RunDirectory workflow) { return Launch.configuration(desk.here(), workflow, List.of()).settings(); }

    private Answer told(RunDirectory workflow) throws IOException { return Answer.told(document(workflow)); }

    private Map<String, Object> document(RunDirectory workflow) throws IOException {
        var document = JsonText.fields("schema", ONE);
        document.putAll(WorkflowReport.of(WorkflowView.of(workflow, desk.here().runs()), workflow, ExitCode.DONE).workflow());
        return document;
    }
}
