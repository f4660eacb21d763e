package dev.foldline.effects.fleet.restate;

import dev.foldline.effects.fleet.engine.Placement;
import dev.foldline.effects.fleet.engine.PlacementEngine;
import dev.foldline.effects.fleet.engine.RuleExecutor;

import io.vavr.control.Option;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Restate as the engine of fleets.
 *
 * @param listen where it reaches a worker
 * @param address the same as the engine sees it, if that is different
 */
public record RestateEngine(RestateServer server, InetSocketAddress listen, Option<URI> address)
        implements PlacementEngine {

    @Override
    public Placement placement(String fleet) {
        return new RestatePlacement(server, fleet);
    }

    @Override
    public RuleExecutor executor(String fleet, Consumer<String> notices) throws IOException {
        var endpoint = RestateEndpoint.start(listen, UUID.randomUUID().toString(), notices);
        return new Executor(server, endpoint, address.getOrElse(() -> listening(endpoint)));
    }

    private URI listening(RestateEndpoint endpoint) {
        var host = listen.getHostString();
        return URI.create(
                "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + endpoint.port());
    }

    @Override
    public void close() {
        server.close();
    }

    private record Executor(RestateServer server, RestateEndpoint endpoint, URI reachable)
            implements RuleExecutor {

        @Override
        public void register() throws IOException {
            endpoint.register(server, reachable);
        }

        @Override
        public void recover() throws IOException {
            endpoint.takeOver(server, reachable);
        }

        @Override
        public void close() {
            endpoint.close();
        }
    }
}
