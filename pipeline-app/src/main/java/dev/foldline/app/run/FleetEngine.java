package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.effects.fleet.engine.EngineFault;
import dev.foldline.effects.fleet.engine.PlacementEngine;
import dev.foldline.effects.fleet.restate.RestateEngine;
import dev.foldline.effects.fleet.restate.RestateServer;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Map;

/**
 * The engine as the user names it: one or more addresses of Restate's nodes, or the address of a
 * Temporal service.
 */
public final class FleetEngine {
    private static final int ADMIN_PORT = 9070;

    /**
     * How a worker and Restate reach each other.
     *
     * @param admin addresses for registrations, separated by commas; if empty, port 9070 of the
     *     hosts of the engine
     * @param listen where the engine reaches the worker
     * @param address the same as the engine sees it, if that is different
     */
    public record Connection(String admin, InetSocketAddress listen, Option<URI> address) {
        /** For commands that only send messages. */
        static final Connection CLIENT =
                new Connection(
                        "",
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        Option.none());
    }

    private FleetEngine() {}

    /**
     * Opens an engine for a command that only sends messages.
     *
     * @param engine its address, or several ones separated by commas
     * @param environment variables with keys, and with the paths of certificates
     * @param timeout how long it has for an answer
     * @throws UserError if one is no address
     */
    public static PlacementEngine open(
            String engine, Map<String, String> environment, Duration timeout) {
        return open(engine, Connection.CLIENT, environment, timeout);
    }

    /**
     * Opens an engine for a worker.
     *
     * @param engine its address, or several ones separated by commas
     * @param environment variables with keys, and with the paths of certificates
     * @param timeout how long it has for an answer
     * @throws UserError if one is no address
     */
    public static PlacementEngine open(
            String engine,
            Connection connection,
            Map<String, String> environment,
            Duration timeout) {
        if (TemporalEngine.isNamed(engine.strip()))
            return TemporalEngine.open(engine.strip(), environment, timeout);
        var nodes = addresses(engine, "--engine");
        var admin = connection.admin();
        return new RestateEngine(
                new RestateServer(
                        nodes,
                        admin.isEmpty()
                                ? nodes.map(FleetEngine::admin)
                                : addresses(admin, "--admin"),
                        timeout),
                connection.listen(),
                connection.address());
    }

    /** Returns the error of an engine that refuses each request until the user has changed that. */
    public static Option<UserError> refusal(EngineFault fault, String engine) {
        return fault.remedy()
                .map(
                        remedy ->
                                new UserError(
                                        String.valueOf(fault.getMessage()),
                                        engine,
                                        remedy,
                                        ExitCode.AUTHENTICATION));
    }

    private static Vector<URI> addresses(String text, String flag) {
        return Vector.of(text.split(",", -1)).map(String::strip).map(each -> address(each, flag));
    }

    /** Reads an address with scheme and host. */
    public static URI address(String text, String flag) {
        try {
            var address = new URI(text);
            if (address.getHost() != null && "http https".contains(address.getScheme()))
                return address;
        } catch (URISyntaxException | NullPointerException noAddress) {
            throw noAddress(text, flag);
        }
        throw noAddress(text, flag);
    }

    private static UserError noAddress(String text, String flag) {
        return new UserError(
                "'" + text + "' is not the address of an engine",
                flag,
                "write an address such as http://127.0.0.1:8080",
                ExitCode.USAGE);
    }

    private static URI admin(URI node) {
        return URI.create(
                node.getScheme()
                        + "://"
                        + (node.getHost().contains(":") && !node.getHost().startsWith("[")
                                ? "[" + node.getHost() + "]"
                                : node.getHost())
                        + ":"
                        + ADMIN_PORT);
    }
}
