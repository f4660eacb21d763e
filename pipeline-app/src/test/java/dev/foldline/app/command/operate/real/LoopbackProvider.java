package dev.foldline.app.command.operate.real;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.foldline.app.command.operate.real.ProviderProtocol.ConversationEntry;
import dev.foldline.app.command.operate.real.ProviderProtocol.Speaker;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A provider on loopback that speaks several {@linkplain ProviderProtocol tongues}: asked for an
 * artifact it has it written, asked to develop it has a line appended to {@code work.txt}. Below
 * {@code /limited} it refuses to develop, since a limit is reached.
 */
final class LoopbackProvider implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Pattern ASKED_FOR = Pattern.compile("Write `\\.foldline/(\\w+)\\.json`");
    private static final String READ_FIRST = "cat .foldline/prompt.md";
    private static final Map<String, String> ARTIFACTS =
            Map.of(
                    "plan", "{\"summary\":\"s\",\"steps\":[{\"title\":\"t\"}]}",
                    "development_result", "{\"status\":\"completed\",\"summary\":\"done\"}",
                    "issues", "{\"issues\":[]}",
                    "commit_message", "{\"subject\":\"Do the work\"}");

    private final HttpServer server;

    LoopbackProvider() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    /** Where it is, with this beginning of its paths. */
    String address(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = exchange.getRequestBody().readAllBytes();
            if (!exchange.getRequestMethod().equals("POST")) {
                send(exchange, 404, "application/json", "{}");
                return;
            }
            var path = exchange.getRequestURI().getPath();
            var request = MAPPER.readTree(body);
            var tongue = ProviderProtocol.at(path);
            var asked = AgentTask.in(tongue.conversation(request));
            if (asked.develops() && path.startsWith("/limited"))
                send(
                        exchange,
                        429,
                        "application/json",
                        MAPPER.writeValueAsString(tongue.limited()));
            else
                send(
                        exchange,
                        200,
                        "text/event-stream",
                        request.has("tools") ? asked.next(tongue) : tongue.says("Work"));
        }
    }

    /**
     * What the latest message of a user asks for, and how often a tool has answered since. Who is
     * told only where the task is reads it first.
     *
     * @param task as it was asked for or read
     */
    private record AgentTask(String task, boolean isToBeRead, long answers) {
        static AgentTask in(List<ConversationEntry> said) {
            int last = 0;
            for (int at = 0; at < said.size(); at++) {
                if (said.get(at).who() == Speaker.USER) last = at;
            }
            var since = said.subList(last, said.size());
            boolean isToBeRead =
                    !since.isEmpty()
                            && since.getFirst()
                                    .text()
                                    .contains("Do what the file .foldline/prompt.md says");
            return new AgentTask(
                    since.stream().map(ConversationEntry::text).collect(Collectors.joining("\n")),
                    isToBeRead,
                    since.stream().filter(each -> each.who() == Speaker.TOOL).count());
        }

        /** It is known what is to be done, and it has not been done. */
        private boolean isDue() {
            return answers == (isToBeRead ? 1 : 0);
        }

        boolean develops() {
            return isDue() && task.contains("You develop a change");
        }

        /** One call of a tool, and when its answer is there, the end. */
        String next(ProviderProtocol tongue) {
            return isToBeRead && answers == 0
                    ? tongue.runs(READ_FIRST)
                    : isDue() ? tongue.runs(command()) : tongue.says("Done.");
        }

        private String command() {
            if (develops()) return "echo real >> work.txt";
            var artifact = ASKED_FOR.matcher(task);
            return artifact.find()
                    ? "echo '"
                            + ARTIFACTS.getOrDefault(artifact.group(1), "{}")
                            + "' > .foldline/"
                            + artifact.group(1)
                            + ".json"
                    : "echo foldline >> conformance.txt";
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String text)
            throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
