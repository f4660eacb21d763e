package dev.foldline.app.projection;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.OriginLocator;
import dev.foldline.app.config.source.YamlReader;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads YAML of a fixed form; any deviation is a {@link UserError} with its position. */
public final class StrictYaml {
    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9]\\d{0,98})(\\.\\d{1,99})?([eE][+-]?\\d{1,4})?");

    /** As much as the reader takes. */
    private static final int BYTES_MAX = 8 * 1024 * 1024;

    private StrictYaml() {}

    /**
     * @throws UserError if there is no such file, or it is not YAML
     */
    static Node.Fields file(Path file, String... allowed) throws IOException {
        if (!Files.isRegularFile(file))
            throw new UserError(
                    "there is no " + file.getFileName(),
                    file.toString(),
                    "name the folder that holds feature.yaml and spec.yaml",
                    ExitCode.USAGE);
        if (Files.size(file) > BYTES_MAX)
            throw new UserError(
                    "it is larger than " + BYTES_MAX + " bytes",
                    file.toString(),
                    "shorten it",
                    ExitCode.USAGE);
        var document =
                YamlReader.read(Files.readAllBytes(file), OriginLocator.file(file.toString()));
        if (!document.problems().isEmpty())
            throw refusal(
                    document.problems().getFirst().origin(),
                    document.problems().getFirst().what(),
                    document.problems().getFirst().remedy());
        if (!document.isWhole())
            throw refusal(document.root().origin(), "it cannot be read to its end", "correct it");
        return fields(document.root(), allowed);
    }

    public static Node.Fields fields(Node node, String... allowed) {
        if (!(node instanceof Node.Fields fields))
            throw refusal(
                    node.origin(),
                    "this is " + node.phrase(),
                    "write keys with values: " + String.join(", ", allowed));
        for (var field : fields.fields()) {
            if (!List.of(allowed).contains(field.name().text()))
                throw refusal(
                        field.name().origin(),
                        "there is no key " + field.name().text() + " here",
                        "one of " + String.join(", ", allowed));
        }
        return fields;
    }

    public static Optional<Node> field(Node.Fields fields, String name) {
        return fields.fields().stream()
                .filter(each -> each.name().text().equals(name))
                .map(Node.Field::value)
                .findFirst();
    }

    public static Node required(Node.Fields fields, String name) {
        return field(fields, name)
                .orElseThrow(
                        () ->
                                refusal(
                                        fields.origin(),
                                        "the key " + name + " is missing",
                                        "add it"));
    }

    public static Vector<Node> items(Node node) {
        return switch (node) {
            case Node.Items(var items, _) -> Vector.ofAll(items);
            case Node.Nothing _ -> Vector.empty();
            case Node.Text _, Node.Fields _ ->
                    throw refusal(node.origin(), "this is " + node.phrase(), "write a list");
        };
    }

    public static String text(Node node) {
        if (node instanceof Node.Text(var text, _, _)) return text;
        throw refusal(node.origin(), "this is " + node.phrase(), "write a text");
    }

    /** As JSON has it. */
    static Object plain(Node node) {
        return switch (node) {
            case Node.Nothing _ -> Optional.empty();
            case Node.Text(var text, var kind, _) when kind == Node.Kind.TRUTH ->
                    Boolean.parseBoolean(text);
            case Node.Text(var text, var kind, _)
                    when kind == Node.Kind.NUMBER && NUMBER.matcher(text).matches() ->
                    new java.math.BigDecimal(text);
            case Node.Text(var text, _, _) -> text;
            case Node.Items(var items, _) -> {
                var list = new ArrayList<Object>();
                for (var item : items) list.add(plain(item));
                yield list;
            }
            case Node.Fields(var fields, _) -> {
                var map = new LinkedHashMap<String, Object>();
                for (var field : fields) map.put(field.name().text(), plain(field.value()));
                yield map;
            }
        };
    }

    public static UserError refusal(Origin where, String what, String remedy) {
        return new UserError(what, where.describe(), remedy, ExitCode.USAGE);
    }
}
