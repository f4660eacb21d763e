package dev.foldline.effects.fleet.temporal;

import static io.temporal.api.enums.v1.WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE;
import static io.temporal.api.enums.v1.WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE;

import dev.foldline.effects.fleet.engine.EngineFault;
import dev.foldline.effects.fleet.engine.HostReport;
import dev.foldline.effects.fleet.engine.HostTable;
import dev.foldline.effects.fleet.engine.Message;
import dev.foldline.effects.fleet.engine.Placement;
import dev.foldline.effects.fleet.engine.PlacementForms;
import dev.foldline.effects.fleet.engine.Stay;
import dev.foldline.effects.fleet.engine.StayEnd;

import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateStage;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Places the runs of a fleet with Temporal. A message that needs a reply is an update, which an
 * executor has to answer; the others are signals, which the service keeps until there is one.
 */
record TemporalPlacement(TemporalService service, WorkflowClient client, FleetNames names)
        implements Placement {
    /** A larger payload would be refused by the service, and repeated for ever. */
    static final int MESSAGE_BYTES_MAX = 16 << 10;

    /** After this time, another executor gets a task of one that was lost. */
    private static final Duration TASK = Duration.ofSeconds(5);

    @Override
    public void submit(String run, Vector<String> labels) throws IOException {
        var message = json(new Message.Submit(labels));
        service.request(
                () -> {
                    table().start(names.fleet(), "");
                    return signalOrStart(run, message);
                });
    }

    /** A run that was submitted before continues to count its stays. */
    private String signalOrStart(String run, String message) {
        try {
            return start(run, message, "", WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE);
        } catch (WorkflowExecutionAlreadyStarted ended) {
            return start(run, message, left(run), WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE);
        }
    }

    private String start(String run, String message, String kept, WorkflowIdReusePolicy reuse) {
        return client.newUntypedWorkflowStub(
                        FleetNames.RUN,
                        options(names.run(run)).setWorkflowIdReusePolicy(reuse).build())
                .signalWithStart(
                        MessageHandlers.DELIVER,
                        new Object[] {message},
                        new Object[] {names.fleet(), run, kept})
                .getRunId();
    }

    /** Returns what the last workflow of a run has left; nothing if it was ended from outside. */
    private String left(String run) {
        try {
            return workflow(run).getResult(String.class);
        } catch (WorkflowFailedException ended) {
            return "";
        }
    }

    @Override
    public void wake(String run) throws IOException {
        signal(workflow(run), json(new Message.Wake()));
    }

    @Override
    public Vector<Stay> report(HostReport host) throws IOException {
        var message = json(new Message.Report(host));
        var reply =
                service.request(
                        () ->
                                table().executeUpdateWithStart(
                                                update(),
                                                new Object[] {message},
                                                new Object[] {names.fleet(), ""}));
        return HostTable.Stays.FORM.read(reply).stays();
    }

    @Override
    public boolean begin(Stay stay, String host) throws IOException {
        var message = json(new Message.Begin(stay, host));
        return service.request(
                () -> {
                    try {
                        return workflow(stay.run())
                                .startUpdate(update(), message)
                                .getResult()
                                .equals("true");
                    } catch (WorkflowNotFoundException ended) {
                        return false;
                    }
                });
    }

    @Override
    public void reportResumed(Stay stay) throws IOException {
        signal(workflow(stay.run()), json(new Message.Resumed(stay.number())));
    }

    @Override
    public void leave(StayEnd end) throws IOException {
        signal(workflow(end.stay().run()), json(new Message.Leave(end)));
    }

    @Override
    public void close(String host, String session) throws IOException {
        signal(
                client.newUntypedWorkflowStub(names.hosts()),
                json(new Message.Close(host, session)));
    }

    @Override
    public HostTable hosts() throws IOException {
        return service.request(
                () -> {
                    try {
                        return PlacementForms.HOST_TABLE.read(
                                client.newUntypedWorkflowStub(names.hosts())
                                        .query(MessageHandlers.STATE, String.class));
                    } catch (WorkflowNotFoundException absent) {
                        return HostTable.EMPTY;
                    }
                });
    }

    /** Sends a message to a workflow. One that is not there needs none. */
    private void signal(WorkflowStub workflow, String message) throws EngineFault {
        service.request(
                () -> {
                    try {
                        workflow.signal(MessageHandlers.DELIVER, message);
                    } catch (WorkflowNotFoundException absent) {
                        return false;
                    }
                    return true;
                });
    }

    private WorkflowStub table() {
        return client.newUntypedWorkflowStub(
                FleetNames.HOSTS,
                options(names.hosts())
                        .setWorkflowIdConflictPolicy(
                                WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
                        .build());
    }

    private WorkflowStub workflow(String run) {
        return client.newUntypedWorkflowStub(names.run(run));
    }

    private WorkflowOptions.Builder options(String id) {
        return WorkflowOptions.newBuilder()
                .setWorkflowId(id)
                .setTaskQueue(names.queue())
                .setWorkflowTaskTimeout(TASK);
    }

    private static UpdateOptions<String> update() {
        return UpdateOptions.newBuilder(String.class)
                .setUpdateName(MessageHandlers.RECEIVE)
                .setWaitForStage(WorkflowUpdateStage.COMPLETED)
                .build();
    }

    private static String json(Message.ToHosts message) throws EngineFault {
        return bounded(PlacementForms.TO_HOSTS.write(message));
    }

    private static String json(Message.ToRun message) throws EngineFault {
        return bounded(PlacementForms.TO_RUN.write(message));
    }

    private static String bounded(String json) throws EngineFault {
        int bytes = json.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MESSAGE_BYTES_MAX)
            throw new EngineFault(
                    "a message of "
                            + bytes
                            + " bytes is too long for the engine: the maximum is "
                            + MESSAGE_BYTES_MAX);
        return json;
    }
}
