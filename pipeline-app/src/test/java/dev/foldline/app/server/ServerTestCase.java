package dev.foldline.app.server;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tests each of which has a place of its own, and a server in it. */
abstract class ServerTestCase {
    @TempDir Path folder;
    CliFixture place;
    TestServer served;

    /** What there is before the server begins. */
    abstract CliFixture prepared() throws Exception;

    @BeforeEach
    void a_server() throws Exception {
        place = prepared();
        served = TestServer.at(place);
    }

    @AfterEach
    void the_server_closes() throws IOException {
        served.close();
    }

    Path home() {
        return Path.of(place.environment.get("HOME"));
    }

    /** Lets agents end that are {@link ServerWorkflows#WAITING}. */
    void go() throws IOException {
        Files.writeString(home().resolve("go"), "");
    }

    /** Waits until so many of them have begun. */
    void awaitBegun(int agents) throws Exception {
        CliFixture.until(
                agents + " agents have begun",
                () -> {
                    try (var files = Files.list(home())) {
                        return files.filter(
                                                file ->
                                                        String.valueOf(file.getFileName())
                                                                .startsWith("begun-"))
                                        .count()
                                >= agents;
                    }
                },
                served::drives);
    }
}
