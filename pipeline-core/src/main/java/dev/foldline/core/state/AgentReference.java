package dev.foldline.core.state;

import io.vavr.control.Option;

/**
 * An agent as a chain names it: {@code name} or {@code name:model}, then {@code base_url=ADDRESS}
 * and {@code api_key_env=VARIABLE}, each after a space, if it has an endpoint or a key of its own.
 * A reference contains the name of a key's variable, never a key.
 */
public record AgentReference(
        String name, Option<String> model, Option<String> baseUrl, Option<String> keyVariable) {
    private static final String BASE_URL = " base_url=";
    private static final String KEY_VARIABLE = " api_key_env=";

    public static AgentReference of(String text) {
        var beforeKey = before(text, KEY_VARIABLE);
        var agent = before(beforeKey, BASE_URL);
        return new AgentReference(
                before(agent, ":"),
                after(agent, ":"),
                after(beforeKey, BASE_URL),
                after(text, KEY_VARIABLE));
    }

    private static String before(String text, String separator) {
        int at = text.indexOf(separator);
        return at < 0 ? text : text.substring(0, at);
    }

    private static Option<String> after(String text, String separator) {
        int at = text.indexOf(separator);
        return at < 0 ? Option.none() : Option.of(text.substring(at + separator.length()));
    }

    /** Returns the same agent with this endpoint and key. */
    public AgentReference with(Option<String> otherBaseUrl, Option<String> otherKeyVariable) {
        return new AgentReference(name, model, otherBaseUrl, otherKeyVariable);
    }

    /** Returns the reference as a chain names it. */
    public String text() {
        return name + model.map(each -> ":" + each).getOrElse("") + endpoint();
    }

    private String endpoint() {
        return baseUrl.map(each -> BASE_URL + each).getOrElse("")
                + keyVariable.map(each -> KEY_VARIABLE + each).getOrElse("");
    }

    /**
     * Returns the account that the agent uses. A command line with several providers names the
     * provider before the model.
     */
    String account() {
        return name
                + model.filter(each -> each.contains("/"))
                        .map(each -> ":" + before(each, "/"))
                        .getOrElse("")
                + endpoint();
    }
}
