package dev.foldline.effects.agent.acp;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** One turn of a conversation with an agent: set-up, prompt, and what the agent sends meanwhile. */
final class AcpSession {
    private static final int VERSION = 1;
    private static final int AUTH_REQUIRED = -32000;
    private static final int NOT_FOUND = -32002;
    private static final Pattern UNKNOWN =
            Pattern.compile(
                    "(?i)\\b(?:session|conversation|thread)\\b.*\\b(?:not found|unknown|not exist)"
                            + "|\\b(?:unknown|no such|no) (?:session|conversation|thread)\\b");
    private static final Map<String, String> STOPS =
            Map.of(
                    "max_tokens", "length",
                    "max_turn_requests", "turns",
                    "refusal", "refusal",
                    "cancelled", "cancelled");

    private final AcpConnection connection;
    private final Path folder;
    private final AcpOptions options;
    private final AcpFrames frames;
    private final AcpUpdates updates;
    private volatile String session = "";

    AcpSession(
            InputStream fromAgent,
            OutputStream toAgent,
            Path folder,
            AcpOptions options,
            AcpFrames frames) {
        this.folder = folder;
        this.options = options;
        this.frames = frames;
        this.updates = new AcpUpdates(frames, new AcpPermissions(folder, options.allowsAll()));
        this.connection = new AcpConnection(fromAgent, toAgent, updates);
    }

    /**
     * Sends the prompt, in a new or an earlier conversation.
     *
     * @return false if the agent ended before it answered
     */
    boolean ask(String prompt) throws AcpFault, IOException {
        var initialized = connection.request("initialize", initialize());
        if (initialized.isEmpty()) return false;
        var agent = initialized.get();
        int version = agent.path("protocolVersion").asInt(0);
        if (version != VERSION)
            throw new AcpFault("version", "it speaks version " + version + " of the protocol");
        var opened = open(agent.path("agentCapabilities"));
        if (opened.isEmpty()) return false;
        var model = options.model().isPresent() ? choose(opened.get()) : model(opened.get());
        if (model.isEmpty()) return false;
        frames.print(
                frames.frame("started")
                        .put("session", isResumable(agent) ? session : "")
                        .put("model", model.get())
                        .put("version", agent.path("agentInfo").path("version").asString("")));
        updates.begin(options.resumes().isPresent());
        var answer = connection.request("session/prompt", promptParams(prompt));
        if (answer.isEmpty()) return false;
        end(answer.get());
        return true;
    }

    /** Asks the agent to stop. Its answer ends the call. */
    void cancel() {
        updates.cancel();
        if (session.isEmpty()) return;
        try {
            connection.notify("session/cancel", inSession());
        } catch (AcpFault unread) {
            // It is ended soon.
        }
    }

    /** Ends the agent's input, which tells it to exit. */
    void close() {
        connection.close();
    }

    private static ObjectNode initialize() {
        var params = AcpConnection.object().put("protocolVersion", VERSION);
        var capabilities = params.putObject("clientCapabilities");
        capabilities.putObject("fs").put("readTextFile", false).put("writeTextFile", false);
        capabilities.put("terminal", false);
        params.putObject("clientInfo").put("name", "foldline").put("version", "1");
        return params;
    }

    private static boolean isResumable(JsonNode agent) {
        var offers = agent.path("agentCapabilities");
        return resumes(offers) || offers.path("loadSession").asBoolean(false);
    }

    private static boolean resumes(JsonNode offers) {
        return offers.path("sessionCapabilities").path("resume").isObject();
    }

    private Optional<JsonNode> open(JsonNode offers) throws AcpFault, IOException {
        if (options.resumes().isEmpty()) {
            var opened = connection.request("session/new", setUp());
            opened.ifPresent(result -> session = result.path("sessionId").asString(""));
            if (opened.isPresent() && session.isEmpty())
                throw new AcpFault("protocol", "it names no session");
            return opened;
        }
        session = options.resumes().get();
        if (!resumes(offers) && !offers.path("loadSession").asBoolean(false))
            throw new AcpFault("session", "it cannot resume conversations");
        try {
            return connection.request(
                    resumes(offers) ? "session/resume" : "session/load",
                    setUp().put("sessionId", session));
        } catch (AcpFault refused) {
            throw refused.code() == NOT_FOUND || UNKNOWN.matcher(refused.text()).find()
                    ? new AcpFault("session", refused.text())
                    : refused;
        }
    }

    private ObjectNode setUp() {
        var params = AcpConnection.object().put("cwd", folder.toString());
        var servers = params.putArray("mcpServers");
        if (!options.server().isEmpty()) {
            var server =
                    servers.addObject()
                            .put("name", "foldline")
                            .put("command", options.server().getFirst());
            var arguments = server.putArray("args");
            options.server().stream().skip(1).forEach(arguments::add);
            var variables = server.putArray("env");
            for (var name : new String[] {"FOLDLINE_RUN", "FOLDLINE_TICKET"})
                Optional.ofNullable(System.getenv(name))
                        .ifPresent(
                                value ->
                                        variables
                                                .addObject()
                                                .put("name", name)
                                                .put("value", value));
        }
        return params;
    }

    private ObjectNode inSession() {
        return AcpConnection.object().put("sessionId", session);
    }

    private ObjectNode promptParams(String prompt) {
        var params = inSession();
        params.putArray("prompt").addObject().put("type", "text").put("text", prompt);
        return params;
    }

    /** Returns the model in use; empty text if the agent names none. */
    private static Optional<String> model(JsonNode opened) {
        var option = modelOption(opened);
        return Optional.of(
                option.map(each -> each.path("currentValue").asString(""))
                        .orElseGet(
                                () -> opened.path("models").path("currentModelId").asString("")));
    }

    private static Optional<JsonNode> modelOption(JsonNode opened) {
        for (var option : opened.path("configOptions"))
            if (option.path("category").asString("").equals("model")
                    && option.path("type").asString("").equals("select"))
                return Optional.of(option);
        return Optional.empty();
    }

    /** Selects the requested model; empty if the agent has ended. */
    private Optional<String> choose(JsonNode opened) throws AcpFault, IOException {
        var model = options.model().orElseThrow();
        var option = modelOption(opened);
        if (option.isEmpty() && !opened.path("models").isObject()) {
            // A conversation keeps its model, and an agent that resumes it need not name it.
            if (options.resumes().isPresent()) return options.model();
            throw new AcpFault("model", "it offers no choice of models");
        }
        try {
            var chosen =
                    option.isPresent()
                            ? connection.request(
                                    "session/set_config_option",
                                    inSession()
                                            .put("configId", option.get().path("id").asString(""))
                                            .put("value", model))
                            : connection.request(
                                    "session/set_model", inSession().put("modelId", model));
            return chosen.map(_ -> model);
        } catch (AcpFault refused) {
            throw refused.code() == AUTH_REQUIRED
                    ? refused
                    : new AcpFault("model", refused.code(), refused.text());
        }
    }

    private void end(JsonNode answer) throws AcpFault {
        updates.finish(answer.path("usage"));
        var reason = answer.path("stopReason").asString("");
        if (reason.equals("end_turn")) frames.print(frames.frame("end").put("reason", reason));
        else
            throw new AcpFault(
                    STOPS.getOrDefault(reason, "protocol"), "the agent stopped: " + reason);
    }
}
