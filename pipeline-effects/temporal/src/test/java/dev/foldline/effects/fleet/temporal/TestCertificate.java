package dev.foldline.effects.fleet.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate that signs itself, with its key.
 *
 * @param certificate a file in PEM form
 * @param key a file in PEM form
 */
record TestCertificate(KeyStore store, Path certificate, Path key) {
    private static final String NAME = "own";
    private static final String OPENING = "opening";

    static TestCertificate make(Path folder, String subject, String host) throws Exception {
        var file = folder.resolve(subject + ".p12");
        var made =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                                "-J-XX:+UseSerialGC",
                                "-J-XX:TieredStopAtLevel=1",
                                "-genkeypair",
                                "-alias",
                                NAME,
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=" + subject,
                                "-ext",
                                "san=" + host,
                                "-keystore",
                                file.toString(),
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                OPENING)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        assertThat(made.waitFor()).isZero();
        var store = KeyStore.getInstance(file.toFile(), OPENING.toCharArray());
        return new TestCertificate(
                store,
                pem(folder, subject, "CERTIFICATE", store.getCertificate(NAME).getEncoded()),
                pem(
                        folder,
                        subject,
                        "PRIVATE KEY",
                        store.getKey(NAME, OPENING.toCharArray()).getEncoded()));
    }

    private static Path pem(Path folder, String subject, String kind, byte[] bytes)
            throws Exception {
        var lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return Files.writeString(
                folder.resolve(subject + "." + kind.substring(0, 4)),
                "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                        .formatted(kind, lines.encodeToString(bytes), kind));
    }

    /** Returns what a server with this certificate needs that trusts another one. */
    SSLContext context(TestCertificate trusted) throws Exception {
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, OPENING.toCharArray());
        var others = KeyStore.getInstance("PKCS12");
        others.load(null, null);
        others.setCertificateEntry(NAME, trusted.store().getCertificate(NAME));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(others);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
