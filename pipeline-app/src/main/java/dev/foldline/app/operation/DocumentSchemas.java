package dev.foldline.app.operation;

import static java.util.stream.Collectors.toSet;

import dev.foldline.core.PipelineBug;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The JSON Schemas of the documents that commands print and the server answers with. All are in one
 * file, because documents share parts. The definition of {@code foldline.workflow-status/1} is
 * named {@code WorkflowStatus}.
 */
public final class DocumentSchemas {
    private static final String FILE = "/dev/foldline/app/schema/documents.schema.json";
    private static final String REFERENCE = "#/$defs/";

    private final ObjectNode definitions;

    private DocumentSchemas(ObjectNode definitions) {
        this.definitions = definitions;
    }

    public static DocumentSchemas read() {
        try (var in = DocumentSchemas.class.getResourceAsStream(FILE)) {
            if (in == null) throw new PipelineBug("missing " + FILE);
            var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new DocumentSchemas(
                    (ObjectNode) JsonMapper.shared().readTree(text).get("$defs"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * The name of a document's definition.
     *
     * @param document name and version, for example {@code foldline.run/1}
     */
    public static String definition(String document) {
        var name = new StringBuilder();
        for (var word : document.replaceFirst("^foldline\\.", "").split("/")[0].split("[-_]"))
            name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
        return name.toString();
    }

    /** The documents that commands print, each with what it is. */
    public Map<String, String> documents() {
        var documents = new LinkedHashMap<String, String>();
        definitions
                .properties()
                .forEach(
                        each -> {
                            var document = each.getValue().at("/properties/schema/const");
                            if (definition(document.asString("-")).equals(each.getKey()))
                                documents.put(
                                        document.asString(),
                                        each.getValue().get("title").asString());
                        });
        return documents;
    }

    /** The schema of one document, with the definitions that it refers to. */
    public String text(String document) {
        var name = definition(document);
        var schema = JsonMapper.shared().createObjectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("$id", document.replaceFirst("foldline\\.(.+)/", "urn:foldline:schema:$1:"));
        schema.setAll((ObjectNode) definitions.get(name));
        addParts(schema, Set.of(name));
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(schema);
    }

    /**
     * The schema of an answer that is one of these documents, in one line. It has no {@code $id},
     * because clients load the schemas of all tools together.
     */
    public String answer(Set<String> documents) {
        var names = documents.stream().map(DocumentSchemas::definition).collect(toSet());
        var schema = JsonMapper.shared().createObjectNode();
        if (names.size() == 1) {
            schema.setAll((ObjectNode) definitions.get(names.iterator().next()));
            addParts(schema, names);
        } else {
            schema.put("type", "object");
            var forms = schema.putArray("anyOf");
            names.stream()
                    .sorted()
                    .forEach(name -> forms.addObject().put("$ref", REFERENCE + name));
            var parts = schema.putObject("$defs");
            reached(names).forEach(part -> parts.set(part, definitions.get(part)));
        }
        return schema.toString();
    }

    /** Adds the definitions that the schema of a document refers to. */
    private void addParts(ObjectNode schema, Set<String> name) {
        var parts = schema.putObject("$defs");
        for (var part : reached(name))
            if (!name.contains(part)) parts.set(part, definitions.get(part));
    }

    /**
     * Some definitions and those that they refer to, as components of an OpenAPI document.
     *
     * @param prefix of a reference to a component
     */
    @SuppressWarnings("unchecked") // an object has names
    public Map<String, Object> components(Iterable<String> names, String prefix) {
        var components = JsonMapper.shared().createObjectNode();
        reached(names).forEach(name -> components.set(name, definitions.get(name)));
        var text = components.toString().replace(REFERENCE, prefix);
        return (Map<String, Object>) JsonMapper.shared().readValue(text, Map.class);
    }

    private Set<String> reached(Iterable<String> names) {
        var reached = new TreeSet<String>();
        var left = new ArrayDeque<String>();
        names.forEach(left::add);
        while (!left.isEmpty()) {
            var name = left.remove();
            if (!reached.add(name)) continue;
            if (!definitions.has(name)) throw new PipelineBug("no schema of " + name);
            definitions
                    .get(name)
                    .findValuesAsString("$ref")
                    .forEach(reference -> left.add(reference.substring(REFERENCE.length())));
        }
        return reached;
    }
}
