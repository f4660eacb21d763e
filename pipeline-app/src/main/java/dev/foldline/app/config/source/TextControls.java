package dev.foldline.app.config.source;

import dev.foldline.effects.redact.ControlCharacters;

import java.util.List;
import java.util.stream.Stream;

/**
 * Control characters in the names and values of a document, written as they are or as escapes of
 * YAML.
 */
public final class TextControls {
    private TextControls() {}

    /** The first one of each text. */
    public static List<ConfigurationProblem> problems(Node node) {
        return found(node).toList();
    }

    private static Stream<ConfigurationProblem> found(Node node) {
        return switch (node) {
            case Node.Text(var text, _, var origin) ->
                    ControlCharacters.first(text).stream()
                            .mapToObj(
                                    each ->
                                            origin.problem(
                                                    "the control character "
                                                            + ControlCharacters.name(each),
                                                    "remove it"));
            case Node.Items(var items, _) -> items.stream().flatMap(TextControls::found);
            case Node.Fields(var fields, _) ->
                    fields.stream()
                            .flatMap(
                                    field ->
                                            Stream.concat(
                                                    found(field.name()), found(field.value())));
            case Node.Nothing _ -> Stream.empty();
        };
    }
}
