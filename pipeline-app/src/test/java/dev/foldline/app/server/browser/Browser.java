package dev.foldline.app.server.browser;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real Chromium without a window, spoken to over its DevTools protocol. Which one is taken from the system property
 * {@value #WHICH}, else from the {@code PATH}.
 */
public final class Browser implements AutoCloseable {
    private static final String WHICH = "foldline.chromium";
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    /** No sandbox, for root has none; nothing of its own in the background, for it would ask hosts elsewhere. */
    private static final List<String> FLAGS = List.of("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-port=0");

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final int port;

    private Browser(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    private static Optional<Path> installed() {
        var named = System.getProperty(WHICH);
        if (named != null) return Optional.of(Path.of(named));
        return Stream.of(System.getenv("PATH").split(":")).flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name))).filter(Files::isExecutable).findFirst();
    }

    /**
     * A browser of its own, if one is installed.
     *
     * @param folder empty, for what it keeps
     */
    public static Optional<Browser> start(Path folder) throws IOException, InterruptedException {
        var file = installed();
        return file.isEmpty() ? Optional.empty() : Optional.of(start(file.get(), folder));
    }

    private static Browser start(Path file, Path folder) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(file.toString());
        command.addAll(FLAGS);
        command.add("--user-data-dir=" + folder);
        command.add("about:blank");
        var output = folder.resolve("output.txt").toFile();
        var process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
        var told = folder.resolve("DevToolsActivePort");
        while (Files.notExists(told) || Files.readString(told).lines().count() < 2) {
            if (!process.isAlive()) throw new IOException("Chromium does not start: " + Files.readString(output.toPath()));
            Thread.sleep(50);
        }
        return new Browser(process, Integer.parseInt(Files.readAllLines(told).getFirst()));
    }

    /** A page of its own. */
    public Tab open() throws IOException, InterruptedException {
        var asked = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new?about:blank")).PUT(BodyPublishers.noBody()).build();
        var answer = JsonMapper.shared().readTree(http.send(asked, BodyHandlers.ofString()).body());
        return Tab.at(URI.create(answer.get("webSocketDebuggerUrl").asString()), http);
    }

    @Override
    public void close() {
        http.shutdownNow();
        var family = process.descendants().toList();
        process.destroyForcibly();
        family.forEach(ProcessHandle::destroyForcibly);
    }
}
