package dev.foldline.app.server.call;

import dev.foldline.app.UserError;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.Paint;
import dev.foldline.app.command.gate.Gates;
import dev.foldline.app.gate.GatePage;
import dev.foldline.app.gate.Ground;
import dev.foldline.app.gate.Intent;
import dev.foldline.app.gate.OpenGate;
import dev.foldline.app.gate.Tables;
import dev.foldline.app.run.Mailbox;
import dev.foldline.app.server.call.Call.Gives;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What waits for a person, what it shows, and how it is answered: only as it was shown. */
record GateCalls(Desk desk) {
    private static final String GATE = "foldline.gate/1";
    private static final String COMMAND = "foldline.command/1";
    private static final int DIFF_BYTES_MAX = 1 << 20;

    private static final Field INSTANCE = Field.text("instance", "which opening of the gate was seen").required();
    private static final Field REVISION = Field.number("revision", "which revision it showed").required();
    private static final Field TREE = Field.text("tree", "which tree it showed; must be given if it showed one, which is if its tree is not null");

    Vector<Call> all() {
        return Vector.of(
                Call.get("/api/gates", "The open gates of all runs, the oldest first.", Gives.document(Gates.SCHEMA),
                        _ -> Answer.told(Gates.documents(new Tables(desk.here().runs(), desk.notice()).openGates()))),
                Call.get("/api/gates/{run}/{gate}", "What a gate asks to approve, with the changes.", Gives.document(GATE), this::page),
                Call.post("/api/gates/{run}/{gate}/approve", "Let the run go on: with exactly what was seen.", Gives.document(COMMAND), this::approve)
                        .taking(INSTANCE, REVISION, TREE, Field.text("remark", "for the log")),
                Call.post("/api/gates/{run}/{gate}/reject", "Send back what the gate shows.", Gives.document(COMMAND), this::reject)
                        .taking(INSTANCE, REVISION, TREE, Field.text("feedback", "what is to be done better").required()));
    }

    private Answer page(Asked asked) throws IOException {
        OpenGate open;
        try {
            open = open(asked, Intent.LOOK);
        } catch (UserError closed) {
            throw Refusal.of(404, closed);
        }
        var ground = Ground.of(desk.here(), open);
        var document = JsonText.fields("schema", GATE);
        document.putAll(Gates.document(open, ground));
        document.put("page", GatePage.of(open, ground, desk.here().runs().blobs(), new Paint(false)));
        document.put("changes", ground.changes().isEmpty() ? Option.none() : Option.of(changes(ground.changes().get())));
        return Answer.told(document);
    }

    private Map<String, Object> changes(Ground.Changes changes) throws IOException {
        var diff = desk.here().git().diff(changes.from(), changes.to(), DIFF_BYTES_MAX);
        return JsonText.fields("since", changes.since(), "diff", diff.text(), "cut", diff.cut());
    }

    private OpenGate open(Asked asked, Intent intent) throws IOException { return OpenGate.named(desk.run(asked.name("run")), asked.name("gate"), intent); }

    private Answer approve(Asked asked) throws IOException, InterruptedException {
        var open = open(asked, Intent.APPROVE);
        var shown = shown(asked, open);
        Ground.of(desk.here(), open).isAsShown(open);
        return answered(open, new Command.Approve(open.gate().id(), shown, asked.fields().text("remark").getOrElse("")));
    }

    private Answer reject(Asked asked) throws IOException, InterruptedException {
        var open = open(asked, Intent.REJECT);
        return answered(open, new Command.Reject(open.gate().id(), shown(asked, open), asked.fields().needed("feedback")));
    }

    /** What is not named is not compared: so all that the gate shows must be named. */
    private static Shown shown(Asked asked, OpenGate open) {
        var tree = asked.fields().text("tree");
        if (tree.isEmpty()) open.gate().tree().forEach(showed -> { throw new Refusal(400, "tree is missing: this gate shows one, " + showed + "; name the one that you saw"); });
        return new Shown(asked.fields().text("instance"), Option.of(asked.fields().number("revision").getAsLong()), tree);
    }

    private Answer answered(OpenGate open, Command command) throws IOException, InterruptedException {
        return switch (Mailbox.send(open.run(), command, desk.redaction())) {
            case Mailbox.Answer.Accepted(var event, var driven) -> Answer.told(JsonText.fields("schema", COMMAND, "ok", true, "event", event, "run", open.run().id().text(),
                    "driven", driven, "next", driven ? List.of() : List.of("foldline resume " + open.run().id())));
            case Mailbox.Answer.Refused(var rejection) -> throw new Refusal(409, rejection.message());
            case Mailbox.Answer.NotYet _ -> throw new Refusal(503, "the run's driver has not answered; the command stands and will be heard");
        };
    }
}
