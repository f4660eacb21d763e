package dev.foldline.effects.fleet.restate;

import dev.foldline.effects.fleet.engine.HostTable;
import dev.foldline.effects.fleet.engine.PlacedRun;
import dev.foldline.effects.fleet.engine.PlacementForms;
import dev.foldline.effects.fleet.engine.PlacementStep;
import dev.foldline.effects.fleet.restate.ObjectRequest.Delivery;
import dev.foldline.effects.json.JsonForm;

import io.vavr.collection.Vector;

import java.time.InstantSource;

/**
 * The two kinds of objects of a fleet: its table of hosts, with the fleet as key, and its runs,
 * with the fleet and the run as key. The engine keeps their states, and delivers one message after
 * the other to each.
 */
final class RestateObjects {
    static final String HOSTS = "foldline-hosts-" + PlacementForms.VERSION;
    static final String RUNS = "foldline-runs-" + PlacementForms.VERSION;
    static final String HANDLER = "receive";
    private static final String DIVIDER = ".";

    private final InstantSource clock;

    RestateObjects(InstantSource clock) {
        this.clock = clock;
    }

    static String key(String fleet, String run) {
        return fleet + DIVIDER + run;
    }

    /**
     * @param service the object's kind
     * @throws MalformedMessage if there is no such kind
     * @throws dev.foldline.effects.json.WireFault if the message or the state is malformed
     */
    byte[] answer(String service, ObjectRequest request) {
        return switch (service) {
            case HOSTS -> answerHosts(request);
            case RUNS -> answerRun(request);
            default -> throw new MalformedMessage("no service " + service);
        };
    }

    private byte[] answerHosts(ObjectRequest request) {
        var table = request.state().map(PlacementForms.HOST_TABLE::read).getOrElse(HostTable.EMPTY);
        if (request.input().isEmpty())
            return request.answer(
                    PlacementForms.HOST_TABLE.write(table),
                    Vector.empty(),
                    PlacementForms.HOST_TABLE.write(table));
        return answer(
                request,
                request.key(),
                PlacementForms.HOST_TABLE,
                table.receive(PlacementForms.TO_HOSTS.read(request.input())));
    }

    private byte[] answerRun(ObjectRequest request) {
        int divider = request.key().lastIndexOf(DIVIDER);
        if (divider < 0) throw new MalformedMessage("a run without a fleet");
        var run = request.key().substring(divider + 1);
        var placed =
                request.state()
                        .map(PlacementForms.PLACED_RUN::read)
                        .getOrElse(() -> PlacedRun.unknown(run));
        return answer(
                request,
                request.key().substring(0, divider),
                PlacementForms.PLACED_RUN,
                placed.receive(PlacementForms.TO_RUN.read(request.input())));
    }

    private <S> byte[] answer(
            ObjectRequest request, String fleet, JsonForm<S> form, PlacementStep<S> step) {
        return request.answer(
                form.write(step.state()),
                step.sends().map(send -> delivery(fleet, send)),
                step.reply());
    }

    private Delivery delivery(String fleet, PlacementStep.Send send) {
        return switch (send) {
            case PlacementStep.ToHosts(var message, var delay) ->
                    new Delivery(HOSTS, fleet, PlacementForms.TO_HOSTS.write(message), time(delay));
            case PlacementStep.ToRun(var run, var message, var delay) ->
                    new Delivery(
                            RUNS,
                            key(fleet, run),
                            PlacementForms.TO_RUN.write(message),
                            time(delay));
        };
    }

    private long time(long delayMillis) {
        return delayMillis == 0 ? 0 : clock.millis() + delayMillis;
    }
}
