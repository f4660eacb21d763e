package dev.foldline.effects.agent.fake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A folder of fake agents, to be put in front of a {@code PATH}: each named as the command line it plays. */
public record FakeAgents(Path folder) {

    /** Puts an agent into the folder, which plays this script. Playing another one later replaces it. */
    public FakeAgents plays(String persona, String script) throws IOException {
        if (Personas.of(persona).isEmpty()) throw new IllegalArgumentException("nobody can play " + persona);
        Files.createDirectories(folder);
        var file = Files.writeString(folder.resolve(persona + ".json"), script);
        var program = folder.resolve(persona);
        Files.writeString(program, "#!/bin/sh\nexec " + quoted(Path.of(System.getProperty("java.home"), "bin", "java").toString())
                + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED " + archive() + "-cp " + quoted(classPath()) + " " + FakeAgent.class.getName()
                + " " + persona + " " + quoted(file.toAbsolutePath().toString()) + " \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return this;
    }

    /** This {@code PATH} with the fake agents in front. */
    public String before(String path) { return folder.toAbsolutePath() + ":" + path; }

    private static String classPath() { return System.getProperty("foldline.class.path", System.getProperty("java.class.path")); }

    private static String archive() {
        var classes = System.getProperty("foldline.archive", "");
        return classes.isEmpty() ? "" : "-Xlog:disable " + quoted("-XX:SharedArchiveFile=" + classes) + " ";
    }

    private static String quoted(String text) { return "'" + text.replace("'", "'\\''") + "'"; }
}
