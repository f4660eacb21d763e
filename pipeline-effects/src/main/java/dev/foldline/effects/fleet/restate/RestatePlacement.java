package dev.foldline.effects.fleet.restate;

import dev.foldline.effects.fleet.engine.HostReport;
import dev.foldline.effects.fleet.engine.HostTable;
import dev.foldline.effects.fleet.engine.Message;
import dev.foldline.effects.fleet.engine.Placement;
import dev.foldline.effects.fleet.engine.PlacementForms;
import dev.foldline.effects.fleet.engine.Stay;
import dev.foldline.effects.fleet.engine.StayEnd;

import io.vavr.collection.Vector;

import java.io.IOException;

/**
 * Places the runs of a fleet with Restate.
 *
 * @param fleet the name of the fleet, without dots
 */
public record RestatePlacement(RestateServer server, String fleet) implements Placement {

    @Override
    public void submit(String run, Vector<String> labels) throws IOException {
        send(run, new Message.Submit(labels));
    }

    @Override
    public void wake(String run) throws IOException {
        send(run, new Message.Wake());
    }

    @Override
    public Vector<Stay> report(HostReport host) throws IOException {
        return HostTable.Stays.FORM.read(send(new Message.Report(host))).stays();
    }

    @Override
    public boolean begin(Stay stay, String host) throws IOException {
        return send(stay.run(), new Message.Begin(stay, host)).equals("true");
    }

    @Override
    public void reportResumed(Stay stay) throws IOException {
        send(stay.run(), new Message.Resumed(stay.number()));
    }

    @Override
    public void leave(StayEnd end) throws IOException {
        send(end.stay().run(), new Message.Leave(end));
    }

    @Override
    public void close(String host, String session) throws IOException {
        send(new Message.Close(host, session));
    }

    @Override
    public HostTable hosts() throws IOException {
        return PlacementForms.HOST_TABLE.read(server.call(RestateObjects.HOSTS, fleet, ""));
    }

    private String send(Message.ToHosts message) throws IOException {
        return server.call(RestateObjects.HOSTS, fleet, PlacementForms.TO_HOSTS.write(message));
    }

    private String send(String run, Message.ToRun message) throws IOException {
        return server.call(
                RestateObjects.RUNS,
                RestateObjects.key(fleet, run),
                PlacementForms.TO_RUN.write(message));
    }
}
