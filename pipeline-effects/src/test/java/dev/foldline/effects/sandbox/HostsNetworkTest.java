package dev.foldline.effects.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.sandbox.SandboxProfile.Home;
import dev.foldline.effects.sandbox.SandboxProfile.Kind;
import dev.foldline.effects.sandbox.SandboxProfile.Network;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A call whose network is the granted hosts. */
class HostsNetworkTest {
    /** Sends a request to the proxy and prints the answer; a second line goes through a tunnel. */
    private static final String ASK =
            """
            use IO::Socket::INET;
            my ($address) = $ENV{https_proxy} =~ m{^http://(.*)$};
            my $proxy = IO::Socket::INET->new(PeerAddr => $address) or die;
            print $proxy "$ARGV[0] HTTP/1.1\\r\\nConnection: keep-alive\\r\\nX: 1\\r\\n\\r\\n";
            if ($ARGV[1]) { print scalar <$proxy>; <$proxy>; print $proxy "$ARGV[1] HTTP/1.0\\r\\n\\r\\n"; }
            print while <$proxy>;
            """;

    @TempDir Path folder;

    private Path tree;
    private HttpServer server;
    private int port;

    @BeforeEach
    void a_service() throws IOException {
        Sandboxes.program();
        tree = Files.createDirectories(folder.resolve("tree")).toRealPath();
        Files.createDirectories(tree.resolve(".git/hooks"));
        Files.writeString(tree.resolve("ask.pl"), ASK);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        port = server.getAddress().getPort();
        server.createContext(
                "/",
                exchange -> {
                    var text =
                            exchange.getRequestMethod()
                                    + " "
                                    + exchange.getRequestURI()
                                    + " for "
                                    + exchange.getRequestHeaders().getFirst("Host")
                                    + "\n";
                    var bytes = text.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void the_service_stops() {
        if (server != null) server.stop(0);
    }

    @Test
    void a_granted_host_is_reached_and_counted_and_any_other_refused() throws Exception {
        try (var call = call("localhost:" + port)) {
            var answer =
                    run(
                            call,
                            "perl ask.pl 'GET http://localhost:%1$d/x?y=1';"
                                    + " perl ask.pl 'CONNECT localhost:%1$d' 'GET /through';"
                                    + " perl ask.pl 'GET http://127.0.0.2:%1$d/';"
                                    + " perl ask.pl 'CONNECT evil.example:443';"
                                    + " perl ask.pl 'GET ftp://localhost/'");
            assertThat(answer)
                    .contains("GET /x?y=1 for localhost:" + port)
                    .contains("GET /through for null")
                    .contains("The sandbox does not allow 127.0.0.2:" + port)
                    .contains("The sandbox does not allow evil.example:443")
                    .contains("400 Bad Request");
            assertThat(call.notes())
                    .containsExactly(
                            "the call connected to localhost (2)",
                            "the sandbox refused the call a connection to 127.0.0.2 (1),"
                                    + " evil.example (1); to allow it: foldline sandbox allow"
                                    + " 127.0.0.2");
        }
    }

    @Test
    void nothing_is_reached_beside_the_proxy() throws Exception {
        try (var call = call("localhost:" + port)) {
            assertThat(
                            run(
                                    call,
                                    "perl -MIO::Socket::INET -e 'print"
                                        + " IO::Socket::INET->new(PeerAddr => \"127.0.0.1:%1$d\") ?"
                                        + " \"open\" : \"closed\"'; grep -c : /proc/net/dev"))
                    .isEqualTo("closed1\n");
            assertThat(call.notes()).isEmpty();
        }
    }

    @Test
    void streams_and_the_exit_code_pass_the_relay() throws Exception {
        try (var call = call("localhost")) {
            var process = start(call, "read -r line; echo \"<$line>\"; exit 7");
            process.getOutputStream().write("hello\n".getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            assertThat(new String(process.getInputStream().readAllBytes())).isEqualTo("<hello>\n");
            assertThat(process.waitFor()).isEqualTo(7);
        }
    }

    @Test
    void a_name_that_leads_to_this_machine_is_refused() {
        assertThat(new HostGrants(List.of("evil.example")).isLocalByGrant("evil.example"))
                .isFalse();
        assertThat(new HostGrants(List.of("localhost")).isLocalByGrant("localhost")).isTrue();
    }

    private SandboxedCall call(String... hosts) throws IOException {
        var profile =
                new SandboxProfile(
                        Kind.BWRAP,
                        Home.READABLE,
                        Network.HOSTS,
                        new SandboxGrants(List.of(), List.of(), List.of(hosts)));
        var git = tree.resolve(".git");
        var site =
                SandboxSiteReader.read(
                        new Place(tree, git, git),
                        Optional.empty(),
                        git.resolve("hooks"),
                        Sandboxes.environment(folder));
        return SandboxLauncher.prepared(
                Sandboxes.program(),
                profile,
                SandboxRules.of(profile, site, SandboxNeeds.NOTHING, List.of()));
    }

    private String run(SandboxedCall call, String script) throws Exception {
        var process = start(call, script.formatted(port));
        var answer = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        return answer;
    }

    private Process start(SandboxedCall call, String script) throws IOException {
        var words = new ArrayList<>(call.launcher());
        words.addAll(List.of("sh", "-c", script));
        return new ProcessBuilder(words)
                .directory(tree.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
