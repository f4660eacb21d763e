package dev.foldline.app.server.browser;

import dev.foldline.effects.machine.MachineRequirement;
import dev.foldline.effects.memory.MemoryFolders;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A real Chromium without a window, spoken to over its DevTools protocol. Which one is taken from
 * the system property {@value #WHICH}, else from the {@code PATH}.
 */
public final class Browser {
    private static final String WHICH = "foldline.chromium";
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    /**
     * No sandbox, for root has none; nothing of its own in the background, for it would ask hosts
     * elsewhere.
     */
    private static final List<String> FLAGS =
            List.of(
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--disable-dev-shm-usage",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    "--remote-debugging-port=0");

    private static Optional<Browser> shared = Optional.empty();

    private final Process process;
    private final Path folder;
    private final HttpClient http = HttpClient.newHttpClient();
    private final int port;

    private Browser(Process process, Path folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
    }

    private static Optional<Path> installed() {
        var named = System.getProperty(WHICH);
        if (named != null) return Optional.of(Path.of(named));
        return Stream.of(System.getenv("PATH").split(":"))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * The browser of this process, if one is installed: it is started for whoever asks first, and
     * ends with the process.
     */
    public static synchronized Optional<Browser> shared() throws IOException, InterruptedException {
        if (shared.isEmpty() && installed().isPresent()) {
            var started = start(installed().get(), MemoryFolders.create());
            Runtime.getRuntime().addShutdownHook(new Thread(started::close));
            shared = Optional.of(started);
        }
        return shared;
    }

    /** The same; whoever asks is skipped where there is none. */
    public static Browser demanded() throws IOException, InterruptedException {
        return shared().orElseGet(Browser::missing);
    }

    public static <T> T missing() {
        return MachineRequirement.missing(
                "a Chromium on the PATH, or named by -D" + WHICH + "=FILE");
    }

    private static Browser start(Path file, Path folder) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(file.toString());
        command.addAll(FLAGS);
        command.add("--user-data-dir=" + folder);
        command.add("about:blank");
        var output = folder.resolve("output.txt").toFile();
        var process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output)
                        .start();
        var reported = folder.resolve("DevToolsActivePort");
        while (Files.notExists(reported) || Files.readString(reported).lines().count() < 2) {
            if (!process.isAlive())
                throw new IOException(
                        "Chromium does not start: " + Files.readString(output.toPath()));
            Thread.sleep(50);
        }
        return new Browser(
                process, folder, Integer.parseInt(Files.readAllLines(reported).getFirst()));
    }

    /** A page of its own. */
    public Tab open() throws IOException, InterruptedException {
        var asked =
                HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + port + "/json/new?about:blank"))
                        .PUT(BodyPublishers.noBody())
                        .build();
        var answer = JsonMapper.shared().readTree(http.send(asked, BodyHandlers.ofString()).body());
        return Tab.at(URI.create(answer.get("webSocketDebuggerUrl").asString()), http);
    }

    private void close() {
        http.shutdownNow();
        var family = process.descendants().toList();
        process.destroyForcibly();
        family.forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException left) {
            // What one of its family still writes stays where the system clears up.
        }
    }
}
