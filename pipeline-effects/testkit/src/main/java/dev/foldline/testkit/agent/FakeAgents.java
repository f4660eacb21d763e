package dev.foldline.testkit.agent;

import dev.foldline.effects.process.OwnJvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A folder of fake agents for the front of a {@code PATH}; each has the name of the CLI it
 * imitates.
 */
public record FakeAgents(Path folder) {

    /** Adds an agent that plays this script, or replaces its script. */
    public FakeAgents plays(String persona, String script) throws IOException {
        var played =
                Personas.of(persona)
                        .orElseThrow(
                                () -> new IllegalArgumentException("no fake agent for " + persona));
        Files.createDirectories(folder);
        var file = Files.writeString(folder.resolve(persona + ".json"), script);
        var program = folder.resolve(persona);
        var words = OwnJvm.starting(FakeAgent.class.getName());
        words.addAll(List.of(persona, file.toAbsolutePath().toString()));
        // Each run asks for the version, and starting a JVM for that would take a hundred times as
        // long.
        Files.writeString(
                program,
                "#!/bin/sh\n[ \"$*\" = --version ] && exec echo "
                        + quoted(FakeAgent.version(played))
                        + "\nexec "
                        + words.stream().map(FakeAgents::quoted).collect(Collectors.joining(" "))
                        + " \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return this;
    }

    /** Returns this {@code PATH} with the fake agents in front. */
    public String before(String path) {
        return folder.toAbsolutePath() + ":" + path;
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
