package dev.foldline.effects.sandbox;

import dev.foldline.effects.files.ProtectedFolder;
import dev.foldline.effects.process.OwnJvm;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The sandbox of one call, until it is closed. */
public final class SandboxedCall implements AutoCloseable {
    /** A call without a sandbox. */
    public static final SandboxedCall NONE = new SandboxedCall(List.of(), Optional.empty());

    /** Where the proxy's socket is in the sandbox. */
    private static final String INSIDE = "/run/foldline";

    private static final String SOCKET = "proxy";

    private final List<String> launcher;
    private final Optional<Gateway> gateway;

    /** The way to the granted hosts. */
    private record Gateway(Path folder, FilteringProxy proxy, HostCounts counts) {}

    private SandboxedCall(List<String> launcher, Optional<Gateway> gateway) {
        this.launcher = List.copyOf(launcher);
        this.gateway = gateway;
    }

    /** A call under rules. */
    static SandboxedCall of(
            Path program, SandboxRules rules, HostGrants hosts, BubblewrapCommand.Files files)
            throws IOException {
        if (rules.network() != SandboxProfile.Network.HOSTS)
            return new SandboxedCall(
                    BubblewrapCommand.of(program, rules, List.of(), files), Optional.empty());
        var counts = new HostCounts();
        var folder = Files.createTempDirectory("foldline-");
        var proxy = FilteringProxy.open(folder.resolve(SOCKET), hosts, counts);
        var words =
                Vector.ofAll(
                                BubblewrapCommand.of(
                                        program,
                                        rules,
                                        List.of("--ro-bind", folder.toString(), INSIDE),
                                        files))
                        .appendAll(List.of("/bin/sh", "-c", script(), "sh"));
        return new SandboxedCall(words.asJava(), Optional.of(new Gateway(folder, proxy, counts)));
    }

    /**
     * Starts the relay, waits until it listens, and becomes the program. Every program that honours
     * the usual variables then uses it.
     */
    private static String script() {
        var relay =
                OwnJvm.starting(ProxyRelay.PROGRAM).stream()
                        .map(word -> "'" + word.replace("'", "'\\''") + "'")
                        .collect(Collectors.joining(" "));
        return "mkfifo /tmp/.relay && "
                + "{ "
                + relay
                + " "
                + INSIDE
                + "/"
                + SOCKET
                + " </dev/null >/tmp/.relay & } && "
                + "read -r port </tmp/.relay && "
                + "http_proxy=http://127.0.0.1:$port && https_proxy=$http_proxy && "
                + "HTTP_PROXY=$http_proxy && HTTPS_PROXY=$http_proxy && "
                + "ALL_PROXY=$http_proxy && all_proxy=$http_proxy && "
                + "NODE_USE_ENV_PROXY=1 && NO_PROXY= && no_proxy= && "
                + "export http_proxy https_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY all_proxy"
                + " NODE_USE_ENV_PROXY NO_PROXY no_proxy && "
                + "exec \"$@\"";
    }

    /** Returns the words before the program and its arguments; none without a sandbox. */
    public List<String> launcher() {
        return launcher;
    }

    /** Tries it with a program that does nothing, and returns why it failed if so. */
    public Optional<String> failure() {
        return launcher.isEmpty() ? Optional.empty() : Bubblewrap.failure(launcher);
    }

    /** Returns which hosts the call reached or was refused, for the log. */
    public Vector<String> notes() {
        return gateway.map(each -> each.counts().notes()).orElse(Vector.empty());
    }

    /**
     * Returns which hosts the call reached or was refused, and which paths it could not write, for
     * the log.
     *
     * @param printed the end of its output
     */
    public Vector<String> notes(String printed, Map<String, String> environment) {
        return launcher.isEmpty()
                ? Vector.empty()
                : notes().appendAll(
                                DeniedPaths.notes(printed, SandboxSiteReader.home(environment)));
    }

    @Override
    public void close() throws IOException {
        if (gateway.isEmpty()) return;
        gateway.get().proxy().close();
        new ProtectedFolder(gateway.get().folder()).remove();
    }
}
