package dev.foldline.effects.agent.chat;

import dev.foldline.effects.artifact.ExchangeFolder;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * The program of a chat agent: asks a model once and exits. The prompt is on its standard input,
 * its frames are on its standard output. It stores the answer in the exchange folder of the current
 * folder. The model has no tools and reads no files.
 *
 * <p>It runs in a process of its own, as every agent does. A call can thus be ended, and a call
 * whose driver died is found and ended like any other.
 */
public final class ChatProgram {
    /** The name of this class; who starts it does not load it. */
    public static final String PROGRAM = "dev.foldline.effects.agent.chat.ChatProgram";

    private static final int USAGE = 2;

    private ChatProgram() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            System.err.println("usage: ChatProgram ENDPOINT");
            System.exit(USAGE);
        }
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        var folder = Path.of("").toAbsolutePath();
        System.exit(run(ChatEndpoint.parse(args[0]), System.getenv(), System.in, out, folder));
    }

    /** Returns its exit code. The answer is in the exchange folder of the folder. */
    static int run(
            ChatEndpoint endpoint,
            Map<String, String> environment,
            InputStream in,
            PrintStream out,
            Path folder)
            throws IOException {
        var key = endpoint.keyVariable().map(name -> environment.getOrDefault(name, "").strip());
        var frames = new FrameWriter(out, key.orElse(""));
        if (key.filter(String::isEmpty).isPresent()) {
            frames.fail("key", "the variable " + endpoint.keyVariable().get() + " is not set");
            return 1;
        }
        if (endpoint.isExposed())
            frames.print(
                    frames.frame("warning")
                            .put("message", endpoint.baseUrl() + " is not encrypted: use https"));
        var prompt = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        var answer = new ChatCall(endpoint, key, frames).ask(prompt);
        if (answer.isEmpty()) return 1;
        new ExchangeFolder(folder).writeAnswer(AnswerText.json(answer.get()));
        frames.print(frames.frame("end"));
        return 0;
    }
}
