package dev.foldline.app.workflow.definition;

import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Origin;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a mapping key by key; an unread key is an error. */
final class FieldGroup {
    private final Node node;
    private final List<ConfigurationProblem> problems;
    private final Set<String> asked = new HashSet<>();

    FieldGroup(Node node, List<ConfigurationProblem> problems) {
        this.node = node;
        this.problems = problems;
        if (!(node instanceof Node.Fields) && problems.isEmpty())
            problems.add(
                    new ConfigurationProblem(
                            node.origin(),
                            "here is " + node.phrase() + ", where keys are expected",
                            "write KEY: VALUE"));
    }

    Origin origin() {
        return node.origin();
    }

    private Optional<Node> value(String key) {
        asked.add(key);
        return fields().filter(field -> field.name().text().equals(key))
                .map(Node.Field::value)
                .filter(value -> !(value instanceof Node.Nothing))
                .headOption()
                .toJavaOptional();
    }

    private Vector<Node.Field> fields() {
        return node instanceof Node.Fields(var fields, _) ? Vector.ofAll(fields) : Vector.empty();
    }

    Optional<String> text(String key) {
        return value(key).flatMap(this::scalar);
    }

    String needed(String key) {
        var text = text(key).filter(each -> !each.isBlank());
        if (text.isEmpty() && node instanceof Node.Fields)
            problems.add(
                    new ConfigurationProblem(
                            node.origin(), key + " is missing", "write it: " + key + ": ..."));
        return text.orElse("");
    }

    /** One text, or a list of them. */
    Vector<String> texts(String key) {
        return value(key)
                .map(
                        value ->
                                value instanceof Node.Items(var items, _)
                                        ? Vector.ofAll(items)
                                        : Vector.of(value))
                .orElse(Vector.empty())
                .flatMap(each -> Option.ofOptional(scalar(each)));
    }

    Optional<FieldGroup> group(String key) {
        return value(key).map(each -> new FieldGroup(each, problems));
    }

    /** One of the words that the constants of an enumeration are written with. */
    <E extends Enum<E>> E choice(String key, E otherwise) {
        var words = Vector.of(otherwise.getDeclaringClass().getEnumConstants());
        var said = text(key);
        var chosen = words.find(each -> said.equals(Optional.of(word(each))));
        if (said.isPresent() && chosen.isEmpty())
            problems.add(
                    new ConfigurationProblem(
                            node.origin(),
                            "here " + key + " is " + said.get(),
                            "one of " + words.map(FieldGroup::word).mkString(", ")));
        return chosen.getOrElse(otherwise);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    Vector<FieldGroup> groups(String key) {
        var value = value(key);
        if (value.isPresent() && !(value.get() instanceof Node.Items))
            problems.add(
                    new ConfigurationProblem(
                            value.get().origin(),
                            key + " is " + value.get().phrase(),
                            "write a list, each entry behind a dash"));
        return value.isPresent() && value.get() instanceof Node.Items(var items, _)
                ? Vector.ofAll(items).map(each -> new FieldGroup(each, problems))
                : Vector.empty();
    }

    private Optional<String> scalar(Node value) {
        if (value instanceof Node.Text(var text, _, _)) return Optional.of(text.strip());
        problems.add(
                new ConfigurationProblem(
                        value.origin(),
                        "here is " + value.phrase() + ", where a text is expected",
                        "write a text"));
        return Optional.empty();
    }

    void refuseOthers() {
        for (var field : fields()) {
            if (!asked.contains(field.name().text()))
                problems.add(
                        new ConfigurationProblem(
                                field.name().origin(),
                                "there is no key " + field.name().text() + " here",
                                "one of "
                                        + asked.stream()
                                                .sorted()
                                                .collect(Collectors.joining(", "))));
        }
    }
}
