package dev.foldline.app.server.call;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.LostLog;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.server.call.ApiCall.Gives;
import dev.foldline.app.server.live.MessageLog;
import dev.foldline.app.server.live.RepositoryMessages;
import dev.foldline.app.server.live.RunMessages;
import dev.foldline.app.server.live.StreamPosition;
import dev.foldline.app.server.live.Subscription;
import dev.foldline.app.view.TerminalOutputs;
import dev.foldline.app.workflow.SkippedRuns;
import dev.foldline.app.workflow.WorkflowHost;
import dev.foldline.app.workflow.WorkflowLookup;
import dev.foldline.app.workflow.WorkflowRecovery;
import dev.foldline.core.PipelineBug;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunReference;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.util.function.Consumer;

/**
 * What the calls about a repository work with.
 *
 * @param here the repository that is served; stays open as long as the server
 * @param path below which the calls are, without a slash at its end
 * @param hosting the workflows that are driven here
 * @param recovery resumes workflows without a driver
 * @param messages of all runs
 * @param documents about the runs
 * @param notice receives notices for the user
 */
public record ApiContext(
        Workspace here,
        String path,
        WorkflowHost hosting,
        Recovery recovery,
        RepositoryMessages messages,
        RunDocuments documents,
        Consumer<String> notice) {
    /** Whether a delivery was about the repository. */
    public static final String WEBHOOK = "foldline.webhook/1";

    /** Resumes all workflows whose driver died. */
    @FunctionalInterface
    public interface Recovery {
        WorkflowRecovery.Found all() throws IOException;
    }

    /** The table of the calls about the repository. */
    public Vector<ApiCall> calls() {
        return Vector.of(
                        new WorkflowQueries(this).all(),
                        new WorkflowCalls(this, new OperationCalls(this)).all(),
                        new RunCalls(this).all(),
                        new OperationCalls(this).all(),
                        streams(),
                        Vector.of(webhook()))
                .flatMap(calls -> calls);
    }

    private Vector<ApiCall> streams() {
        return Vector.of(
                ApiCall.get(
                                "/api/events",
                                "The messages of all runs as Server-Sent Events, from now on;"
                                        + " Last-Event-ID is supported.",
                                new Gives(200, "text/event-stream", Option.none()),
                                followed(ApiResponse.Form.EVENT_STREAM))
                        .asking(ValidatedRequest.AFTER, ValidatedRequest.TYPES),
                ApiCall.get(
                                "/api/events/ws",
                                "The same messages over a WebSocket.",
                                new Gives(101, "application/json", Option.none()),
                                followed(ApiResponse.Form.WEB_SOCKET))
                        .asking(ValidatedRequest.AFTER, ValidatedRequest.TYPES));
    }

    /** The request handler answers it before this table is asked. */
    private static ApiCall webhook() {
        return ApiCall.post(
                        ApiCall.WEBHOOK,
                        "Report a delivery of the forge's webhook: runs that wait for their"
                                + " pull requests, and the queue, ask the forge now. Needs"
                                + " no token, but the secret of the webhook.",
                        Gives.document(202, WEBHOOK),
                        _ -> {
                            throw new PipelineBug("deliveries do not come here");
                        })
                .taking(new RequestBody.Delivery());
    }

    /**
     * @throws ApiException if the client names an event after the end of the log: it has read
     *     another log
     */
    ApiResponse followed(RunDirectory run, ValidatedRequest asked, ApiResponse.Form form)
            throws IOException {
        var log = new RunMessages(RunHistory.open(run));
        return new ApiResponse.Messages(
                new Subscription(
                        log,
                        existing(log, asked.after(log).getOrElse(StreamPosition.START)),
                        asked.types(),
                        Option.when(
                                asked.query().get(ValidatedRequest.OUTPUT),
                                () -> new TerminalOutputs(run))),
                form);
    }

    private static StreamPosition existing(MessageLog log, StreamPosition after)
            throws IOException {
        var last = log.last();
        if (after.seq() > last)
            throw new ApiException(
                    400, "there is no message " + after + " yet: the log has " + last + " events");
        return after;
    }

    /** Follows all runs: from now on, unless the client names a message. */
    private ApiCall.Work followed(ApiResponse.Form form) {
        return asked -> {
            var now = messages.now();
            return new ApiResponse.Messages(
                    new Subscription(
                            messages,
                            existing(messages, asked.after(messages).getOrElse(now)),
                            asked.types(),
                            Option.none()),
                    form);
        };
    }

    Redaction redaction() {
        return here.runs().redaction();
    }

    /**
     * @throws ApiException with 404 if there is none
     */
    RunDirectory workflow(ValidatedRequest asked) throws IOException {
        try {
            return WorkflowLookup.find(here.runs(), asked.name("id"));
        } catch (UserError unknown) {
            throw unknown.exit() == ExitCode.USAGE
                    ? new ApiException(404, "Workflow not found")
                    : ApiException.of(404, unknown);
        }
    }

    /**
     * The same, for a call that spends or ends something: where the latest workflow has lost its
     * log, the one before it is not meant unless it is named.
     *
     * @param effect the requested action
     */
    RunDirectory resolve(ValidatedRequest asked, String effect) throws IOException {
        return resolve(asked.name("id"), workflow(asked), "workflow " + effect);
    }

    /** The same, for a call that takes a run up. */
    RunDirectory meantRun(ValidatedRequest asked, String verb) throws IOException {
        return resolve(asked.name("id"), run(asked.name("id")), verb);
    }

    private RunDirectory resolve(String reference, RunDirectory found, String verb)
            throws IOException {
        SkippedRuns.of(here.runs(), reference, found).refuseLost(verb);
        return found;
    }

    /**
     * @throws ApiException with 404 if there is none that can be meant
     */
    RunDirectory run(String reference) throws IOException {
        return switch (here.runs().resolve(reference)) {
            case RunReference.Found(var run) when Files.exists(run.events()) -> run;
            case RunReference.Found(var run) -> throw ApiException.of(404, LostLog.absent(run));
            case RunReference.Unknown(_, var why) -> throw new ApiException(404, why);
            case RunReference.Ambiguous ambiguous ->
                    throw new ApiException(404, ambiguous.message());
        };
    }
}
