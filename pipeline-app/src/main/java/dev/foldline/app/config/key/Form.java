package dev.foldline.app.config.key;

import dev.foldline.effects.agent.cli.Adapter;
import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.sandbox.HostGrants;

import java.util.List;
import java.util.stream.Stream;

/** The forms of texts. */
public enum Form {
    LINE("a shell line", "(?s).*\\S.*"),
    ARGUMENT("an argument", "(?s).*"),
    NAME("a name of lower-case letters, digits, '-' and '_'", "[a-z][a-z0-9_-]{0,63}"),
    WORKFLOW(
            "the name of a workflow, or the path of a workflow file",
            "[a-z][a-z0-9_-]{0,63}|(?!\\s)[^\\r\\n]{0,1000}(?:/[^\\r\\n]{0,200}|\\.yaml)(?<!\\s)"),
    BRANCH("a branch, tag or commit", "[^\\s~^:?*\\[\\\\-][^\\s~^:?*\\[\\\\]{0,249}"),
    VARIABLE("the name of an environment variable", "[A-Za-z_][A-Za-z0-9_]{0,127}"),
    LINK("an agent, or agent:model", "[A-Za-z][A-Za-z0-9_-]{0,63}(:[^\\s,:][^\\s,]{0,127})?"),
    MODEL("the name of a model", "\\S{1,128}"),
    PRICE(
            "a model and its prices in US dollars for a million tokens of input, cached input and"
                    + " output, as in gpt-5 1.25 0.125 10",
            "\\S{1,128}(?: +\\d{1,6}(?:\\.\\d{1,6})?){3}"),
    ADDRESS(
            "an http or https address without user, query and fragment",
            "https?://[^\\s/?#@\\\\]+(?:/[^\\s?#@\\\\]*)?"),
    ADDRESSES(
            "http or https addresses without user, path, query and fragment, separated by commas,"
                + " or temporals://HOST:PORT/NAMESPACE, without TLS temporal://HOST:PORT/NAMESPACE",
            "https?://[^\\s/?#@\\\\,]+/?(?:,"
                + " ?https?://[^\\s/?#@\\\\,]+/?){0,20}|temporals?://[^\\s/?#@\\\\,]+:\\d{1,5}(?:/[A-Za-z0-9._-]*)?"),
    REMOTE("the name of a git remote", "[A-Za-z0-9][A-Za-z0-9._/-]{0,99}"),
    REPOSITORY(
            "an owner and a name, as in OWNER/NAME, or a path of GitLab",
            "[A-Za-z0-9][A-Za-z0-9_.-]{0,99}(?:/[A-Za-z0-9_.-]{1,100}){1,20}"),
    ACCOUNT("the name of an account", "[A-Za-z0-9][A-Za-z0-9_.-]{0,99}"),
    LABEL("a label on one line, without commas", "(?!\\s)[^\\r\\n,]{1,100}(?<!\\s)"),
    EMAIL("an e-mail address", "[^\\s@<>,;\"-][^\\s@<>,;\"]{0,100}@[^\\s@<>,;\"]{1,200}"),
    FILE("the path of a file", "(?!\\s)[^\\r\\n]{1,1000}(?<!\\s)"),
    PATTERN("a pattern of paths from the root", "(?![\\s/])[^\\r\\n]{1,300}(?<!\\s)"),
    ROLE_QUESTIONS(
            "a role and what follows if it asks: ROLE:park, ROLE:assume or ROLE:forbid",
            "[a-z][a-z0-9_-]{0,63}:(?:park|assume|forbid)"),
    COPIED(
            "the path of a file below the root, of letters, digits, '.', '_', '-' and '/'",
            "(?!(?:\\.git|\\.foldline)(?:/|$))(?:(?!\\.\\.?(?:/|$))[A-Za-z0-9._-]+/)*(?!\\.\\.?$)[A-Za-z0-9._-]+"),
    GRANTED(
            "an absolute path, or one that starts with ~/",
            "(?:/(?!/)|~/)[^\\r\\n\\s][^\\r\\n]{0,1000}(?<!\\s)"),
    HOST(
            "the name of a host or an address, with *. for all names below it and :PORT for one"
                    + " port",
            HostGrants.FORM.pattern()),
    KIND(Kinds.ALL),
    DESIGN(List.of("prd", "plan", "merge", "implement"));

    private final KeyType.Scalar type;

    Form(String what, String pattern) {
        type = KeyType.Scalar.word(what, pattern);
    }

    Form(List<String> options) {
        type = KeyType.Scalar.choice(options);
    }

    KeyType.Scalar type() {
        return type;
    }

    /** The kinds of agents: any program, a protocol, a script, and the supported command lines. */
    public static final class Kinds {
        public static final List<String> ALL =
                Stream.concat(
                                Stream.of("command", Adapters.ACP, "openai", "scripted"),
                                Adapters.ALL.stream().map(Adapter::name))
                        .toList();

        private Kinds() {}

        /** The kind as keys name it: the supported command lines have the same keys. */
        static String named(String kind) {
            return switch (kind) {
                case "command", Adapters.ACP, "openai", "scripted" -> kind;
                default -> "cli";
            };
        }
    }
}
