package dev.foldline.effects.fleet.temporal;

import dev.foldline.effects.fleet.engine.EngineFault;

import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.vavr.control.Option;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * TLS and keys of a connection, from the variables that Temporal's own command and libraries read.
 * An address without TLS uses none of them: a key is never sent in plain text.
 */
record ServiceSecurity(URI address, Map<String, String> environment) {
    static final String ENCRYPTED = "temporals";
    static final String CA = "TEMPORAL_TLS_SERVER_CA_CERT_PATH";
    static final String CERTIFICATE = "TEMPORAL_TLS_CLIENT_CERT_PATH";
    static final String KEY = "TEMPORAL_TLS_CLIENT_KEY_PATH";
    static final String SERVER_NAME = "TEMPORAL_TLS_SERVER_NAME";
    static final String API_KEY = "TEMPORAL_API_KEY";

    boolean isEncrypted() {
        return ENCRYPTED.equals(address.getScheme());
    }

    /**
     * @throws EngineFault if a file of the variables cannot be used
     */
    void apply(WorkflowServiceStubsOptions.Builder options) throws EngineFault {
        if (!isEncrypted()) {
            options.setEnableHttps(false);
            return;
        }
        options.setSslContext(context());
        for (var name : value(SERVER_NAME))
            options.setChannelInitializer(channel -> channel.overrideAuthority(name));
        for (var key : value(API_KEY)) options.addApiKey(() -> key);
    }

    private Option<String> value(String name) {
        return Option.of(environment.getOrDefault(name, "").strip())
                .filter(text -> !text.isEmpty());
    }

    private SslContext context() throws EngineFault {
        var builder = GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK);
        for (var authority : file(CA)) read(CA, () -> builder.trustManager(authority));
        var certificate = file(CERTIFICATE);
        var key = file(KEY);
        if (certificate.isDefined() != key.isDefined())
            throw EngineFault.ofSettings(
                    (key.isEmpty() ? KEY : CERTIFICATE) + " is missing",
                    "set both " + CERTIFICATE + " and " + KEY + ", or neither");
        for (var own : key) read(KEY, () -> builder.keyManager(certificate.get(), own));
        try {
            return builder.build();
        } catch (IOException unusable) {
            throw EngineFault.ofSettings(
                    "the certificates cannot be used: " + unusable.getMessage(),
                    "use certificates in PEM form");
        }
    }

    private Option<File> file(String name) throws EngineFault {
        for (var text : value(name)) {
            var path = Path.of(text);
            if (!Files.isReadable(path) || Files.isDirectory(path))
                throw EngineFault.ofSettings(
                        name + ": cannot read the file " + text, "set it to a file in PEM form");
            return Option.of(path.toFile());
        }
        return Option.none();
    }

    /** What the libraries say of a key's file may have parts of it, and is not repeated. */
    private static void read(String name, Runnable reading) throws EngineFault {
        try {
            reading.run();
        } catch (IllegalArgumentException malformed) {
            throw EngineFault.ofSettings(
                    name + ": the file has no certificate or key that can be used",
                    "use PEM form, and PKCS #8 for the key: openssl pkcs8 -topk8 -nocrypt");
        }
    }
}
