package dev.foldline.app.user;

import static dev.foldline.app.projection.StrictYaml.field;
import static dev.foldline.app.projection.StrictYaml.fields;
import static dev.foldline.app.projection.StrictYaml.items;
import static dev.foldline.app.projection.StrictYaml.refusal;
import static dev.foldline.app.projection.StrictYaml.required;
import static dev.foldline.app.projection.StrictYaml.text;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.OriginLocator;
import dev.foldline.app.config.source.YamlReader;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * The users and the proxy as a file of YAML has them.
 *
 * @param users by name
 */
record UserFile(Map<String, Entry> users, Option<TrustedProxy> proxy) {
    static final UserFile EMPTY = new UserFile(LinkedHashMap.empty(), Option.none());

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][\\w.@+-]{0,63}");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,63}");
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern ID = Pattern.compile("[\\w-]{16,64}");

    /**
     * A user.
     *
     * @param repositories the names of those that the user may see; none for all
     * @param tokenHash none if only the proxy names the user
     * @param id a new one each time the user is added
     */
    record Entry(
            UserRole role,
            Option<Vector<String>> repositories,
            Option<String> tokenHash,
            Option<String> id) {
        /** What a login of a browser is bound to; without any, a user has none. */
        Option<String> identity() {
            return id.orElse(tokenHash);
        }
    }

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    static boolean isHeader(String text) {
        return HEADER.matcher(text).matches();
    }

    /**
     * @throws dev.foldline.app.error.UserError if it has another form
     */
    static UserFile read(Path file) throws IOException {
        if (Files.notExists(file)) return EMPTY;
        var document =
                YamlReader.read(Files.readAllBytes(file), OriginLocator.file(file.toString()));
        for (var problem : document.problems())
            throw refusal(problem.origin(), problem.what(), problem.remedy());
        if (document.root() instanceof Node.Nothing) return EMPTY;
        var root = fields(document.root(), "users", "proxy");
        return new UserFile(
                Option.ofOptional(field(root, "users"))
                        .map(UserFile::users)
                        .getOrElse(LinkedHashMap.empty()),
                Option.ofOptional(field(root, "proxy")).map(UserFile::proxy));
    }

    private static Map<String, Entry> users(Node node) {
        return switch (node) {
            case Node.Nothing _ -> LinkedHashMap.empty();
            case Node.Fields(var fields, _) -> {
                Map<String, Entry> users = LinkedHashMap.empty();
                for (var field : fields) {
                    if (!isName(field.name().text()))
                        throw refusal(
                                field.name().origin(),
                                "this is no name of a user",
                                "use up to 64 letters, digits or . _ @ + -");
                    users = users.put(field.name().text(), entry(field.value()));
                }
                yield users;
            }
            case Node.Text _, Node.Items _ ->
                    throw refusal(node.origin(), "this is " + node.phrase(), "write names");
        };
    }

    private static Entry entry(Node node) {
        var fields = fields(node, "role", "repositories", "token", "id");
        var role = required(fields, "role");
        return new Entry(
                Option.ofOptional(
                                Arrays.stream(UserRole.values())
                                        .filter(each -> each.label().equals(text(role)))
                                        .findFirst())
                        .getOrElseThrow(
                                () ->
                                        refusal(
                                                role.origin(),
                                                "there is no role " + text(role),
                                                "view, approve or operate")),
                Option.ofOptional(field(fields, "repositories")).map(UserFile::repositories),
                Option.ofOptional(field(fields, "token")).map(UserFile::hash),
                Option.ofOptional(field(fields, "id")).map(UserFile::id));
    }

    private static Vector<String> repositories(Node node) {
        var names = items(node).map(each -> text(each));
        if (names.isEmpty())
            throw refusal(
                    node.origin(),
                    "this names no repository",
                    "name at least one, or remove the line: the user sees all then");
        return names;
    }

    private static TrustedProxy proxy(Node node) {
        var fields = fields(node, "header", "peers", "token");
        var header = required(fields, "header");
        if (!isHeader(text(header)))
            throw refusal(header.origin(), "this is no name of a header", "X-Remote-User");
        return new TrustedProxy(
                text(header),
                items(required(fields, "peers")).map(each -> text(each)),
                hash(required(fields, "token")));
    }

    private static String hash(Node node) {
        if (HASH.matcher(text(node)).matches()) return text(node);
        throw refusal(
                node.origin(), "this is no hash of a token", "foldline users add makes a token");
    }

    private static String id(Node node) {
        if (ID.matcher(text(node)).matches()) return text(node);
        throw refusal(node.origin(), "this is no id of a user", "foldline users add makes an id");
    }

    UserFile with(String name, Entry entry) {
        return new UserFile(users.put(name, entry), proxy);
    }

    UserFile without(String name) {
        return new UserFile(users.remove(name), proxy);
    }

    UserFile with(TrustedProxy trusted) {
        return new UserFile(users, Option.of(trusted));
    }

    /** As it is written; comments of the user are not kept. */
    String yaml() {
        return "# Users of the server. The command users rewrites this file.\nusers:\n"
                + users.map(
                                each ->
                                        "  "
                                                + each._1()
                                                + ": { role: "
                                                + each._2().role().label()
                                                + each._2()
                                                        .repositories()
                                                        .map(UserFile::yaml)
                                                        .map(names -> ", repositories: " + names)
                                                        .getOrElse("")
                                                + each._2()
                                                        .tokenHash()
                                                        .map(hash -> ", token: '" + hash + "'")
                                                        .getOrElse("")
                                                + each._2()
                                                        .id()
                                                        .map(id -> ", id: '" + id + "'")
                                                        .getOrElse("")
                                                + " }\n")
                        .mkString()
                + proxy.map(
                                each ->
                                        "proxy:\n  header: "
                                                + each.header()
                                                + "\n  peers: "
                                                + yaml(each.peers())
                                                + "\n  token: '"
                                                + each.tokenHash()
                                                + "'\n")
                        .getOrElse("");
    }

    private static String yaml(Iterable<String> texts) {
        return Vector.ofAll(texts)
                .map(each -> "'" + each.replace("'", "''") + "'")
                .mkString("[", ", ", "]");
    }
}
