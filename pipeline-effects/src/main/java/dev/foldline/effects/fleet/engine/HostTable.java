package dev.foldline.effects.fleet.engine;

import dev.foldline.effects.fleet.engine.PlacementStep.Send;
import dev.foldline.effects.json.JsonForm;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The hosts of a fleet, and the runs that wait for one. A run goes to a host that has its labels
 * and a free slot: to the last one it had, else to the one with the most free slots.
 *
 * @param waiting the first one is served first
 */
public record HostTable(Vector<HostEntry> hosts, Vector<PlaceRequest> waiting) {
    public static final HostTable EMPTY = new HostTable(Vector.empty(), Vector.empty());

    /** The stays of a host, as the answer to its report. */
    public record Stays(Vector<Stay> stays) {
        public static final JsonForm<Stays> FORM = JsonForm.of("the stays of a host", Stays.class);
    }

    /** Receives a message. It may arrive late, but not twice. */
    public PlacementStep<HostTable> receive(Message.ToHosts message) {
        return switch (message) {
            case Message.Report(var host) -> handleReport(host);
            case Message.Expire(var host, var session, var beat) ->
                    hosts.exists(each -> each.is(host, session) && each.report().beat() == beat)
                            ? lose(host)
                            : PlacementStep.of(this);
            case Message.Place(var request) -> place(request);
            case Message.Release(var run, var number) -> release(run, number);
            case Message.Close(var host, var session) ->
                    hosts.exists(each -> each.is(host, session))
                            ? lose(host)
                            : PlacementStep.of(this);
        };
    }

    private PlacementStep<HostTable> handleReport(HostReport report) {
        var known = find(report.host());
        var isNew = !known.exists(each -> each.report().session().equals(report.session()));
        var lost = isNew ? losses(known) : Vector.<Send>empty();
        if (known.exists(each -> !isNew && each.report().beat() >= report.beat()))
            return PlacementStep.of(this).withReply(stays(report.host()));
        var entry =
                new HostEntry(report, isNew ? Vector.empty() : known.map(HostEntry::stays).get());
        var next = without(report.host()).and(entry).assign();
        var expiry = new Message.Expire(report.host(), report.session(), report.beat());
        return PlacementStep.of(next)
                .with(lost)
                .with(Vector.of(new PlacementStep.ToHosts(expiry, report.timeoutMillis())))
                .withReply(next.stays(report.host()));
    }

    private Option<HostEntry> find(String host) {
        return hosts.find(each -> each.report().host().equals(host));
    }

    private HostTable without(String host) {
        return new HostTable(hosts.reject(each -> each.report().host().equals(host)), waiting);
    }

    private HostTable and(HostEntry entry) {
        return new HostTable(hosts.append(entry).sortBy(each -> each.report().host()), waiting);
    }

    private String stays(String host) {
        return Stays.FORM.write(
                new Stays(find(host).map(HostEntry::stays).getOrElse(Vector.empty())));
    }

    private static Vector<Send> losses(Option<HostEntry> host) {
        return host.toVector()
                .flatMap(HostEntry::stays)
                .map(
                        stay ->
                                new PlacementStep.ToRun(
                                        stay.run(), new Message.Lose(stay.number()), 0));
    }

    private PlacementStep<HostTable> lose(String host) {
        return PlacementStep.of(without(host)).with(losses(find(host)));
    }

    private PlacementStep<HostTable> place(PlaceRequest request) {
        var stay = request.stay();
        var earlier = free(stay.run(), stay.number());
        return PlacementStep.of(
                new HostTable(earlier.hosts, earlier.waiting.append(request)).assign());
    }

    private PlacementStep<HostTable> release(String run, long number) {
        return PlacementStep.of(free(run, number).assign());
    }

    private HostTable free(String run, long number) {
        return new HostTable(
                hosts.map(each -> each.without(run, number)),
                waiting.reject(
                        each -> each.stay().run().equals(run) && each.stay().number() <= number));
    }

    /** Gives hosts to those that wait. One that no host suits does not hold up the others. */
    private HostTable assign() {
        var next = new HostTable(hosts, Vector.empty());
        var left = waiting;
        for (; left.nonEmpty() && next.hosts.exists(HostEntry::isFree); left = left.tail()) {
            var request = left.head();
            var host = next.choice(request);
            next =
                    host.isEmpty()
                            ? new HostTable(next.hosts, next.waiting.append(request))
                            : next.without(host.get().report().host())
                                    .and(host.get().with(request.stay()));
        }
        return new HostTable(next.hosts, next.waiting.appendAll(left));
    }

    private Option<HostEntry> choice(PlaceRequest request) {
        var suitable = hosts.filter(each -> each.suits(request));
        return suitable.find(each -> each.report().host().equals(request.last()))
                .orElse(suitable.maxBy(each -> each.report().slots() - each.stays().size()));
    }
}
