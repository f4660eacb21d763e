package dev.foldline.testkit.agent;

import dev.foldline.testkit.agent.Persona.End;
import dev.foldline.testkit.agent.ScriptPlayer.BadScript;
import dev.foldline.testkit.agent.ScriptPlayer.Shape;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The program of every fake agent. It accepts the arguments and the input of the CLI it imitates,
 * and carries out and prints the next turn of its script. {@link FakeAgents} installs it on a path.
 *
 * <p>A script is that of a scripted agent with three additional keys of a turn: {@code fails}
 * ({@link InjectedFailure}), {@code quirk} ({@link InjectedFault}) and {@code resets_in_s}, the
 * seconds until a limit ends.
 */
public final class FakeAgent {
    private static final int BAD_SCRIPT = 2;
    private static final Map<String, Shape> KEYS =
            Map.of("fails", Shape.TEXT, "quirk", Shape.TEXT, "resets_in_s", Shape.NUMBER);
    private static final Path CONVERSATIONS = Path.of(".fake-agents");

    /**
     * The user counts as signed in unless the file {@code .fake-agents/PERSONA/signed_out} is in
     * their home.
     */
    private static final List<String> SIGNED_IN = List.of("auth status", "login status");

    private final Persona persona;
    private final Path folder;
    private final Map<String, String> environment;
    private final Output output;

    private FakeAgent(
            Persona persona, Path folder, Map<String, String> environment, Output output) {
        this.persona = persona;
        this.folder = folder;
        this.environment = environment;
        this.output = output;
    }

    /** {@code FakeAgent PERSONA SCRIPT WORDS...}, in its working directory. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length < 2 || Personas.of(args[0]).isEmpty()) {
            System.err.println(
                    "usage: FakeAgent PERSONA SCRIPT WORDS..., a persona of "
                            + Arrays.toString(Personas.values()));
            System.exit(BAD_SCRIPT);
        }
        System.exit(
                play(
                        Personas.of(args[0]).orElseThrow(),
                        Path.of(args[1]),
                        List.of(args).subList(2, args.length),
                        System.in));
    }

    private static int play(Personas played, Path script, List<String> words, InputStream in)
            throws IOException, InterruptedException {
        var output = new Output(System.out, System.err);
        var agent = new FakeAgent(played.persona(), Path.of(""), System.getenv(), output);
        if (words.equals(List.of("--version"))) {
            output.lines(List.of(version(played)));
            return 0;
        }
        if (SIGNED_IN.contains(String.join(" ", words)))
            return Files.exists(agent.conversation("signed_out")) ? 1 : 0;
        // Like the real CLIs, it reads its input to the end; an input that stays open blocks it.
        in.readAllBytes();
        return switch (played.read(words)) {
            case Personas.Reading.Refused(var end) -> output.end(end);
            case Personas.Reading.Understood(var understood) -> agent.play(understood, script);
        };
    }

    /** Returns the output of {@code --version}. */
    static String version(Personas played) {
        return "0.0.0 (fake " + played.persona().name() + ")";
    }

    private int play(Persona.Words words, Path script) throws IOException, InterruptedException {
        var refusal = persona.refusal(words);
        if (refusal.isPresent()) return output.end(refusal.get());
        var resumed = persona.resumed(words);
        if (resumed.isPresent() && !Files.exists(conversation(resumed.get())))
            return output.end(persona.unknown(resumed.get()));
        try {
            var turn = ScriptPlayer.next(script, folder, environment, KEYS);
            return play(
                    turn,
                    resumed.orElseGet(() -> persona.fresh(words, UUID.randomUUID().toString())));
        } catch (BadScript bad) {
            return output.end(
                    End.failure("the script " + script + " " + bad.getMessage(), BAD_SCRIPT));
        }
    }

    private int play(JsonNode turn, String session)
            throws IOException, InterruptedException, BadScript {
        var failing =
                word(turn, "fails", InjectedFailure.words())
                        .map(word -> InjectedFailure.of(word).orElseThrow());
        var quirk =
                word(turn, "quirk", InjectedFault.words())
                        .map(word -> InjectedFault.of(word).orElseThrow());
        var oddly = new FaultInjector(persona, session, output);
        if (quirk.filter(InjectedFault.SILENT::equals).isPresent()) oddly.forEver();
        int calls = calls(session);
        quirk.ifPresent(output::writesLike);
        output.lines(persona.begins(session));
        quirk.ifPresent(oddly::happens);
        if (failing.isPresent()) {
            for (int attempt = 1;
                    failing.get() == InjectedFailure.NETWORK && attempt <= 5;
                    attempt++) output.lines(persona.retries(session, attempt));
            ScriptPlayer.perform(turn, folder);
            return output.end(
                    persona.fails(
                            session,
                            failing.get(),
                            Instant.now().plusSeconds(turn.path("resets_in_s").asInt(3600))));
        }
        int number = 0;
        for (var file : turn.path("writes").propertyNames())
            output.lines(persona.uses(session, "tool_" + number++, file, true));
        int exit = ScriptPlayer.perform(turn, folder);
        output.lines(persona.says(session, turn.path("says").asString("Playing a turn.")));
        return output.end(new End(exit == 0 ? persona.ends(session, calls) : List.of(), "", exit));
    }

    /** Counts the calls of a conversation in its file. */
    private int calls(String session) throws IOException {
        var file = conversation(session);
        Files.createDirectories(file.getParent());
        Files.writeString(file, ".", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return (int) Files.size(file);
    }

    private static java.util.Optional<String> word(JsonNode turn, String key, String words)
            throws BadScript {
        var word = turn.path(key).asString("");
        if (!word.isEmpty() && !List.of(words.split(", ")).contains(word))
            throw new BadScript("has a \"" + key + "\" that is none of " + words);
        return java.util.Optional.of(word).filter(each -> !each.isEmpty());
    }

    private Path conversation(String session) {
        return Path.of(environment.getOrDefault("HOME", ""))
                .resolve(CONVERSATIONS)
                .resolve(persona.name())
                .resolve(session.replaceAll("[^\\w-]", "_"));
    }

    /** Writes its lines. */
    static final class Output {
        private final PrintStream out;
        private final PrintStream err;
        private String lineEnd = "\n";

        Output(PrintStream out, PrintStream err) {
            this.out = out;
            this.err = err;
        }

        void writesLike(InjectedFault quirk) {
            if (quirk == InjectedFault.CRLF) lineEnd = "\r\n";
        }

        void lines(List<String> lines) {
            lines.forEach(line -> bytes((line + lineEnd).getBytes(StandardCharsets.UTF_8)));
        }

        void bytes(byte[] bytes) {
            out.write(bytes, 0, bytes.length);
            out.flush();
        }

        void printError(String text) {
            err.println(text);
        }

        void close() {
            out.close();
        }

        int end(End end) {
            lines(end.lines());
            if (!end.stderr().isEmpty()) printError(end.stderr());
            return end.exit();
        }
    }
}
