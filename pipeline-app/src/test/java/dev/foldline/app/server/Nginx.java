package dev.foldline.app.server;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.machine.MachineRequirement;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A real nginx with TLS on the loopback address, configured with the text of our page. */
final class Nginx implements AutoCloseable {
    private static final Path PAGE = Path.of("../docs/how-to/behind-a-proxy.md");
    private static final String PASSWORD = "the-password-of-the-store";

    private final Process process;
    final SSLContext trusting;

    private Nginx(Process process, SSLContext trusting) {
        this.process = process;
        this.trusting = trusting;
    }

    /** A port that was free a moment ago. */
    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** The program; the test is skipped where there is none. */
    static Path program() {
        return Stream.concat(Stream.of(System.getenv("PATH").split(":")), Stream.of("/usr/sbin"))
                .map(folder -> Path.of(folder, "nginx"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(() -> MachineRequirement.missing("nginx, as of Debian's package"));
    }

    /**
     * @param folder an empty one, for its files
     * @param users lines of name and password
     */
    static Nginx start(Path folder, int port, int serverPort, String token, String users)
            throws Exception {
        var store = certificate(folder);
        Files.writeString(folder.resolve("foldline.users"), users);
        var text =
                configured()
                        .replace("listen 443", "listen 127.0.0.1:" + port)
                        .replace("/etc/nginx/", folder + "/")
                        .replace("127.0.0.1:7412", "127.0.0.1:" + serverPort)
                        .replace("PROXY_TOKEN", token);
        var temporary = new StringBuilder();
        for (var kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
            temporary.append("%s_temp_path %s/%s;\n".formatted(kind, folder, kind));
        var file =
                Files.writeString(
                        folder.resolve("nginx.conf"),
                        "daemon off;\nuser %s;\npid %s/pid;\nevents {}\nhttp {\naccess_log off;\n%s%s}\n"
                                .formatted(
                                        System.getProperty("user.name"), folder, temporary, text));
        var log = folder.resolve("log");
        var process =
                new ProcessBuilder(
                                program().toString(),
                                "-p",
                                folder.toString(),
                                "-c",
                                file.toString(),
                                "-e",
                                log.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("said").toFile())
                        .start();
        CliFixture.until("nginx listens", () -> listens(port), process::isAlive);
        return new Nginx(process, trusting(store));
    }

    private static boolean listens(int port) {
        try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** The text of the page. */
    private static String configured() throws IOException {
        var block = Pattern.compile("(?s)```nginx\n(.*?)```").matcher(Files.readString(PAGE));
        if (!block.find()) throw new AssertionError(PAGE + " has no configuration");
        return block.group(1);
    }

    /** A key and a certificate that is signed with it, as files of nginx. */
    private static KeyStore certificate(Path folder) throws Exception {
        var file = folder.resolve("store.p12");
        var made =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                                "-genkeypair",
                                "-alias",
                                "own",
                                "-keyalg",
                                "EC",
                                "-groupname",
                                "secp256r1",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=dns:localhost",
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                PASSWORD,
                                "-keystore",
                                file.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("keytool").toFile())
                        .start();
        if (made.waitFor() != 0)
            throw new AssertionError(Files.readString(folder.resolve("keytool")));
        var store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
        var key = Optional.ofNullable(store.getKey("own", PASSWORD.toCharArray())).orElseThrow();
        pem(folder.resolve("foldline.key"), "PRIVATE KEY", key.getEncoded());
        pem(
                folder.resolve("foldline.crt"),
                "CERTIFICATE",
                store.getCertificate("own").getEncoded());
        return store;
    }

    private static void pem(Path file, String kind, byte[] content) throws IOException {
        Files.writeString(
                file,
                "-----BEGIN "
                        + kind
                        + "-----\n"
                        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
                        + "\n-----END "
                        + kind
                        + "-----\n");
    }

    private static SSLContext trusting(KeyStore store) throws Exception {
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("own", store.getCertificate("own"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), new SecureRandom());
        return context;
    }

    /** Asked to end, it ends with its workers. */
    @Override
    public void close() throws Exception {
        process.destroy();
        process.waitFor();
    }
}
