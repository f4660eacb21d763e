package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.effects.fleet.restate.RestateServer;

import io.vavr.collection.Vector;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;

/** The engine as the user names it: one or more addresses of Restate's nodes. */
public final class FleetEngine {
    private static final int ADMIN_PORT = 9070;

    private FleetEngine() {}

    /**
     * @param engine addresses for messages, separated by commas
     * @param admin addresses for registrations, separated by commas; if empty, port 9070 of the
     *     same hosts
     * @param patience how long a node has for an answer
     * @throws UserError if one is no address
     */
    public static RestateServer open(String engine, String admin, Duration patience) {
        var nodes = addresses(engine, "--engine");
        return new RestateServer(
                nodes,
                admin.isEmpty() ? nodes.map(FleetEngine::admin) : addresses(admin, "--admin"),
                patience);
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
