package dev.foldline.app.server;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.engine.Engines;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code foldline serve} in a process of its own. */
final class ServerProcess implements AutoCloseable {
    final Process process;
    final BufferedReader out;
    final Path said;

    ServerProcess(CliFixture place, String... words) throws IOException {
        var command = Engines.command("serve");
        command.addAll(List.of(words));
        said = Path.of(place.environment.get("HOME")).resolve("said");
        var builder =
                new ProcessBuilder(command)
                        .directory(place.root.toFile())
                        .redirectError(said.toFile());
        builder.environment().clear();
        builder.environment().putAll(place.environment);
        process = builder.start();
        out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** What it prints with {@code --json}. */
    JsonNode readDocument() throws IOException {
        var line = out.readLine();
        if (line == null) throw new AssertionError("it says nothing: " + Files.readString(said));
        return JsonMapper.shared().readTree(line);
    }

    /** Told to go, it goes. */
    int terminated() throws InterruptedException {
        process.destroy();
        return stop();
    }

    int kill() throws InterruptedException {
        process.destroyForcibly();
        return stop();
    }

    /** Somebody pressed Ctrl-C. */
    void interrupted() throws Exception {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    int stop() throws InterruptedException {
        if (!process.waitFor(2, TimeUnit.MINUTES)) throw new AssertionError("it does not end");
        return process.exitValue();
    }

    static HttpResponse<String> call(JsonNode server, String method, String path) throws Exception {
        try (var http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create(server.get("url").asString() + path))
                            .header("Authorization", "Bearer " + server.get("token").asString())
                            .method(method, HttpRequest.BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());
        }
    }

    @Override
    public void close() throws Exception {
        kill();
    }
}
