package dev.foldline.effects.agent.acp;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The program that calls an agent through the Agent Client Protocol, once. The prompt is on its
 * standard input, its frames are on its standard output; the agent's standard error is its own.
 *
 * <p>It runs in a process of its own, in the sandbox of the call, as the agent does. A call can
 * thus be ended, and a call whose driver died is found and ended like any other.
 */
public final class AcpProgram {
    /** The name of this class; the caller does not load it. */
    public static final String PROGRAM = "dev.foldline.effects.agent.acp.AcpProgram";

    private static final int USAGE = 2;
    private static final int NOT_FOUND = 127;

    /** How long a cancelled agent may take for its answer. */
    private static final long CANCELLING_MILLIS = 2_000;

    /** How long an agent may take to exit after its answer. */
    private static final long LEAVING_MILLIS = 2_000;

    private AcpProgram() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length < 2) {
            System.err.println("usage: AcpProgram COMMAND... OPTIONS");
            System.exit(USAGE);
        }
        var command = Arrays.asList(args).subList(0, args.length - 1);
        var options = AcpOptions.parse(args[args.length - 1]);
        var frames = new AcpFrames(new PrintStream(System.out, false, StandardCharsets.UTF_8));
        System.exit(run(command, options, prompt(System.in), frames));
    }

    private static String prompt(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Returns its exit code. */
    static int run(List<String> command, AcpOptions options, String prompt, AcpFrames frames)
            throws IOException, InterruptedException {
        Process agent;
        try {
            agent =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
        } catch (IOException absent) {
            frames.fail("start", String.valueOf(absent.getMessage()));
            return NOT_FOUND;
        }
        var session =
                new AcpSession(
                        agent.getInputStream(),
                        agent.getOutputStream(),
                        Path.of("").toAbsolutePath(),
                        options,
                        frames);
        var over = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> cancel(session, agent, over)));
        try {
            if (session.ask(prompt)) return 0;
            // It closed its output before it answered: its exit code is all that is known.
            session.close();
            if (agent.waitFor(LEAVING_MILLIS, TimeUnit.MILLISECONDS)) return agent.exitValue();
            throw new AcpFault("protocol", "it closed its output and did not exit");
        } catch (AcpFault fault) {
            frames.fail(fault);
            return 1;
        } finally {
            frames.flush();
            over.countDown();
            session.close();
            leave(agent);
        }
    }

    private static void leave(Process agent) throws InterruptedException {
        if (!agent.waitFor(LEAVING_MILLIS, TimeUnit.MILLISECONDS)) agent.destroy();
    }

    private static void cancel(AcpSession session, Process agent, CountDownLatch over) {
        if (over.getCount() == 0) return;
        session.cancel();
        try {
            if (!over.await(CANCELLING_MILLIS, TimeUnit.MILLISECONDS)) agent.destroy();
        } catch (InterruptedException stopped) {
            agent.destroy();
        }
    }
}
