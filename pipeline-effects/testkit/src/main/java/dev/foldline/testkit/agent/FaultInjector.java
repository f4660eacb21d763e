package dev.foldline.testkit.agent;

import dev.foldline.testkit.agent.FakeAgent.Output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Injects faults into a fake agent's call. */
record FaultInjector(Persona persona, String session, Output output) {
    private static final int HUGE_CHARS = 5 << 20;
    private static final long BEAT_MILLIS = 100;

    void happens(InjectedFault quirk) {
        switch (quirk) {
            case SILENT, CRLF -> {}
            case SILENT_AFTER_TOOL -> {
                output.lines(persona.uses(session, "tool_0", "a.txt", true));
                forEver();
            }
            case HEARTBEAT -> again(() -> output.lines(List.of(persona.heartbeat(session))));
            case SLOW_DRIP -> again(() -> output.lines(persona.says(session, "..")));
            case RETRY_STORM -> storm();
            case SAME_TOOL_AGAIN ->
                    again(
                            () ->
                                    output.lines(
                                            persona.uses(
                                                    session,
                                                    "tool_" + System.nanoTime(),
                                                    "none.txt",
                                                    false)));
            case TORN_LINE -> output.lines(List.of(cut(persona.says(session, "torn").getFirst())));
            case INTERLEAVED ->
                    output.lines(
                            List.of(
                                    cut(persona.says(session, "one").getFirst())
                                            + persona.heartbeat(session),
                                    "tent\":[]}}"));
            case UNKNOWN_FRAME -> output.lines(List.of(persona.heartbeat(session)));
            case HUGE_LINE -> output.lines(persona.says(session, "x".repeat(HUGE_CHARS)));
            case INVALID_UTF8 ->
                    output.bytes(
                            (persona.says(session, "caf\u00e9").getFirst() + "\n")
                                    .getBytes(StandardCharsets.ISO_8859_1));
            case ANSI ->
                    output.printError(
                            "\u001b[31m\u001b[1mwarning:\u001b[0m rate limit, not logged in, fetch"
                                    + " failed");
            case ORPHAN -> orphan();
            case IGNORES_TERM -> ignoreTerm();
            case CLOSES_STDOUT -> {
                output.close();
                forEver();
            }
        }
    }

    private static String cut(String line) {
        return line.substring(0, line.length() * 2 / 3);
    }

    void forEver() {
        again(() -> {});
    }

    private static void again(Runnable what) {
        while (true) {
            what.run();
            pause(BEAT_MILLIS);
        }
    }

    private void storm() {
        for (int attempt = 1; ; attempt++) {
            output.lines(persona.retries(session, attempt));
            pause(BEAT_MILLIS);
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts an orphan that leaves the session, too. */
    private static void orphan() {
        try {
            new ProcessBuilder("sh", "-c", "(setsid sleep 600 || sleep 600) >/dev/null 2>&1 &")
                    .start()
                    .waitFor();
        } catch (IOException noShell) {
            throw new UncheckedIOException(noShell);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** A JVM runs its shutdown hooks before it ends; this hook never returns. */
    private void ignoreTerm() {
        Runtime.getRuntime().addShutdownHook(new Thread(FaultInjector::stayForEver));
        forEver();
    }

    private static void stayForEver() {
        again(() -> {});
    }
}
