package dev.foldline.app.server.call;

import dev.foldline.app.UserError;
import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.command.TextStyle;
import dev.foldline.app.command.gate.GatesCommand;
import dev.foldline.app.gate.ApprovalTarget;
import dev.foldline.app.gate.GateIntent;
import dev.foldline.app.gate.GatePage;
import dev.foldline.app.gate.OpenGate;
import dev.foldline.app.gate.RepositoryTables;
import dev.foldline.app.run.CommandClient;
import dev.foldline.app.runtime.WorkflowLookup;
import dev.foldline.app.server.call.ApiCall.Gives;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The API calls of gates: list, show and answer them. An answer must match what was shown. */
record GateCalls(ApiContext desk) {
    private static final String GATE = "foldline.gate/1";
    private static final String COMMAND = "foldline.command/1";
    private static final int DIFF_BYTES_MAX = 1 << 20;

    private static final RequestField INSTANCE =
            RequestField.text("instance", "instance of the gate that you reviewed").required();
    private static final RequestField REVISION =
            RequestField.number("revision", "revision that you reviewed").required();
    private static final RequestField TREE =
            RequestField.text(
                    "tree", "tree that you reviewed; required unless the gate's tree is null");

    Vector<ApiCall> all() {
        return Vector.of(
                ApiCall.get(
                        "/api/gates",
                        "List the open gates of all runs, oldest first.",
                        Gives.document(GatesCommand.SCHEMA),
                        _ ->
                                ApiResponse.json(
                                        GatesCommand.documents(
                                                new RepositoryTables(
                                                                desk.here().runs(), desk.notice())
                                                        .openGates()))),
                ApiCall.get(
                        "/api/gates/{run}/{gate}",
                        "Get a gate with the changes to approve.",
                        Gives.document(GATE),
                        this::page),
                ApiCall.post(
                                "/api/gates/{run}/{gate}/approve",
                                "Approve a gate, exactly as you reviewed it.",
                                Gives.document(COMMAND),
                                this::approve)
                        .taking(
                                INSTANCE,
                                REVISION,
                                TREE,
                                RequestField.text("feedback", "a note for the log")),
                ApiCall.post(
                                "/api/gates/{run}/{gate}/reject",
                                "Reject a gate.",
                                Gives.document(COMMAND),
                                this::reject)
                        .taking(
                                INSTANCE,
                                REVISION,
                                TREE,
                                RequestField.text("feedback", "what is to be done better")
                                        .required()));
    }

    private ApiResponse page(ValidatedRequest asked) throws IOException {
        OpenGate open;
        try {
            open = open(asked, GateIntent.LOOK);
        } catch (UserError closed) {
            throw ApiException.of(404, closed);
        }
        var ground = ApprovalTarget.of(desk.here(), open);
        var document = JsonOutput.fields("schema", GATE);
        document.putAll(GatesCommand.document(open, ground));
        document.put(
                "page",
                GatePage.of(open, ground, desk.here().runs().blobs(), new TextStyle(false)));
        document.put(
                "changes",
                ground.changes().isEmpty()
                        ? Option.none()
                        : Option.of(changes(ground.changes().get())));
        return ApiResponse.json(document);
    }

    private Map<String, Object> changes(ApprovalTarget.Changes changes) throws IOException {
        var diff = desk.here().git().diff(changes.from(), changes.to(), DIFF_BYTES_MAX);
        return JsonOutput.fields("since", changes.since(), "diff", diff.text(), "cut", diff.cut());
    }

    private OpenGate open(ValidatedRequest asked, GateIntent intent) throws IOException {
        return OpenGate.named(desk.run(asked.name("run")), asked.name("gate"), intent);
    }

    private ApiResponse approve(ValidatedRequest asked) throws IOException, InterruptedException {
        var open = open(asked, GateIntent.APPROVE);
        var shown = shownGate(asked, open);
        ApprovalTarget.of(desk.here(), open).isAsShown(open);
        return answered(
                open,
                new Command.Approve(
                        open.gate().id(), shown, asked.fields().text("feedback").getOrElse("")));
    }

    private ApiResponse reject(ValidatedRequest asked) throws IOException, InterruptedException {
        var open = open(asked, GateIntent.REJECT);
        return answered(
                open,
                new Command.Reject(
                        open.gate().id(),
                        shownGate(asked, open),
                        asked.fields().needed("feedback")));
    }

    /** What is not named is not compared: so all that the gate shows must be named. */
    private static Shown shownGate(ValidatedRequest asked, OpenGate open) {
        var tree = asked.fields().text("tree");
        if (tree.isEmpty())
            open.gate()
                    .tree()
                    .forEach(
                            showed -> {
                                throw new ApiException(
                                        400,
                                        "tree is missing: this gate shows one, "
                                                + showed
                                                + "; name the one that you saw");
                            });
        return new Shown(
                asked.fields().text("instance"),
                Option.of(asked.fields().number("revision").getAsLong()),
                tree);
    }

    private ApiResponse answered(OpenGate open, Command command)
            throws IOException, InterruptedException {
        return switch (CommandClient.send(open.run(), command, desk.redaction())) {
            case CommandClient.Answer.Accepted(var event, var driven) ->
                    ApiResponse.json(
                            JsonOutput.fields(
                                    "schema",
                                    COMMAND,
                                    "ok",
                                    true,
                                    "event",
                                    event,
                                    "run",
                                    open.run().id().text(),
                                    "driven",
                                    driven,
                                    "next",
                                    driven
                                            ? List.of()
                                            : List.of(
                                                    WorkflowLookup.resumption(open.run())
                                                            .getOrElse(
                                                                    "foldline resume "
                                                                            + open.run().id()))));
            case CommandClient.Answer.Refused(var rejection) ->
                    throw new ApiException(409, rejection.message());
            case CommandClient.Answer.NotYet _ ->
                    throw new ApiException(
                            503, "the run's driver has not answered yet; the command is queued");
        };
    }
}
