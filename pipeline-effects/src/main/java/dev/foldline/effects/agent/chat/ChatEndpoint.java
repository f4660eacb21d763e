package dev.foldline.effects.agent.chat;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Optional;

/**
 * A chat endpoint that is compatible with OpenAI's, and one of its models.
 *
 * @param baseUrl the address before {@code /chat/completions}, http or https
 * @param keyVariable the name of the environment variable with the key; no key is sent without one
 * @param prices what the model's tokens cost, if known
 */
public record ChatEndpoint(
        URI baseUrl, String model, Optional<String> keyVariable, Optional<Prices> prices) {

    /** The usual endpoint and model. */
    public static final String BASE_URL = "https://api.openai.com/v1";

    public static final String MODEL = "gpt-4o";

    /** The name of an agent that is nothing but an endpoint. */
    public static final String UNNAMED = "(openai)";

    public static final ChatEndpoint USUAL =
            new ChatEndpoint(URI.create(BASE_URL), MODEL, Optional.empty(), Optional.empty());

    private static final String PATH = "/chat/completions";
    private static final JsonMapper MAPPER = JsonMapper.shared();

    /** Prices in US dollars per million tokens. */
    public record Prices(BigDecimal input, BigDecimal output) {
        /** Returns the cost in dollars. */
        public BigDecimal cost(long inputTokens, long outputTokens) {
            return input.multiply(BigDecimal.valueOf(inputTokens))
                    .add(output.multiply(BigDecimal.valueOf(outputTokens)))
                    .movePointLeft(6);
        }
    }

    /** Returns the same endpoint with another model. */
    public ChatEndpoint withModel(String other) {
        return new ChatEndpoint(baseUrl, other, keyVariable, prices);
    }

    /** Returns the address of the call. */
    URI completions() {
        var text = baseUrl.toString();
        return URI.create(
                (text.endsWith("/") ? text.substring(0, text.length() - 1) : text) + PATH);
    }

    /** Returns the name of the variable that should hold the key and does not. */
    public Optional<String> missingKey(Map<String, String> environment) {
        return keyVariable.filter(name -> environment.getOrDefault(name, "").isBlank());
    }

    /** Returns whether the prompt and the key cross a network unencrypted. */
    public boolean isExposed() {
        return "http".equalsIgnoreCase(baseUrl.getScheme()) && !isLoopback();
    }

    private boolean isLoopback() {
        var host = String.valueOf(baseUrl.getHost());
        if (host.equalsIgnoreCase("localhost")) return true;
        boolean literal = host.startsWith("[") || host.matches("[0-9.]+");
        try {
            return literal && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException noAddress) {
            return false;
        }
    }

    /** Returns the argument of {@link ChatProgram}. It contains no key. */
    public String toArgument() {
        var node = MAPPER.createObjectNode();
        node.put("base_url", baseUrl.toString());
        node.put("model", model);
        keyVariable.ifPresent(name -> node.put("api_key_env", name));
        prices.ifPresent(
                each -> {
                    node.put("usd_per_million_input", each.input().toPlainString());
                    node.put("usd_per_million_output", each.output().toPlainString());
                });
        return MAPPER.writeValueAsString(node);
    }

    /**
     * Parses what {@link #toArgument} returned.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static ChatEndpoint parse(String argument) {
        try {
            var node = MAPPER.readTree(argument);
            return new ChatEndpoint(
                    URI.create(node.path("base_url").stringValue()),
                    node.path("model").stringValue(),
                    text(node, "api_key_env"),
                    text(node, "usd_per_million_input")
                            .map(
                                    input ->
                                            new Prices(
                                                    new BigDecimal(input),
                                                    new BigDecimal(
                                                            node.path("usd_per_million_output")
                                                                    .stringValue()))));
        } catch (JacksonException | NullPointerException notOurs) {
            throw new IllegalArgumentException("not an endpoint: " + argument, notOurs);
        }
    }

    private static Optional<String> text(JsonNode node, String field) {
        return node.has(field) ? Optional.of(node.path(field).stringValue()) : Optional.empty();
    }
}
