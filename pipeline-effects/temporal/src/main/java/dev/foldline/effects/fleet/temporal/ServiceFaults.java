package dev.foldline.effects.fleet.temporal;

import dev.foldline.effects.fleet.engine.EngineFault;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.vavr.collection.Stream;
import io.vavr.collection.Vector;

import java.security.cert.CertificateException;
import java.util.Locale;

import javax.net.ssl.SSLException;

/**
 * Says what a failed request means.
 *
 * @param target the service's host and port
 */
record ServiceFaults(String target, ServiceSecurity security) {

    EngineFault of(RuntimeException failed) {
        var causes =
                Stream.<Throwable>iterate(failed, Throwable::getCause)
                        .takeWhile(cause -> cause != null)
                        .toVector();
        for (var untrusted : causes.filter(CertificateException.class::isInstance).headOption())
            return untrusted(String.valueOf(untrusted.getMessage()));
        for (var broken : causes.filter(SSLException.class::isInstance).headOption())
            return broken(String.valueOf(broken.getMessage()));
        for (var refused : statuses(causes)) return of(refused);
        return new EngineFault("the engine at " + target + " failed: " + failed.getMessage());
    }

    private static Vector<Status> statuses(Vector<Throwable> causes) {
        return causes.filter(StatusRuntimeException.class::isInstance)
                .map(cause -> ((StatusRuntimeException) cause).getStatus())
                .take(1);
    }

    private EngineFault of(Status status) {
        return switch (status.getCode()) {
            case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED ->
                    new EngineFault(
                            "no answer from the engine at "
                                    + target
                                    + ", or from a worker behind it");
            case UNAUTHENTICATED, PERMISSION_DENIED ->
                    EngineFault.ofSettings(
                            refusal(status),
                            security.isEncrypted()
                                    ? "set "
                                            + ServiceSecurity.API_KEY
                                            + " to a key of the namespace"
                                    : encrypted());
            default -> new EngineFault(refusal(status));
        };
    }

    private String refusal(Status status) {
        return "the engine at "
                + target
                + " refuses a request: "
                + status.getCode()
                + " "
                + status.getDescription();
    }

    private static String encrypted() {
        return "use an address with " + ServiceSecurity.ENCRYPTED + "://";
    }

    private EngineFault untrusted(String why) {
        boolean isOther = why.startsWith("No name") || why.startsWith("No subject alternative");
        return EngineFault.ofSettings(
                "the certificate of the engine at "
                        + target
                        + (isOther ? " is for another host: " : " is not trusted: ")
                        + why,
                isOther
                        ? "set " + ServiceSecurity.SERVER_NAME + " to the name in the certificate"
                        : "set " + ServiceSecurity.CA + " to the certificate of its authority");
    }

    /** An engine that refuses this client's certificate says so with an alert. */
    private EngineFault broken(String why) {
        var alert = why.toLowerCase(Locale.ROOT);
        if (alert.contains("not an ssl/tls record"))
            return EngineFault.ofSettings(
                    "the engine at " + target + " does not use TLS",
                    "use an address with temporal://");
        return alert.contains("certificate")
                        || alert.contains("handshake_failure")
                        || alert.contains("unknown_ca")
                ? EngineFault.ofSettings(
                        "the engine at " + target + " refuses the client's certificate: " + why,
                        "set "
                                + ServiceSecurity.CERTIFICATE
                                + " and "
                                + ServiceSecurity.KEY
                                + " to a certificate that it accepts")
                : new EngineFault("no encrypted answer from the engine at " + target + ": " + why);
    }
}
