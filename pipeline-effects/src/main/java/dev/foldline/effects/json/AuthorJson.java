package dev.foldline.effects.json;

import dev.foldline.core.command.Author;

import io.vavr.collection.Vector;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.Locale;
import java.util.Optional;

/** Formats an author as JSON, in log lines and inbox messages. */
public final class AuthorJson {
    private AuthorJson() {}

    /** Formats one object on one line, always with the same fields in the same order. */
    public static String write(Author author) {
        JsonMapper json = JsonMapper.shared();
        return "{\"user\":"
                + json.writeValueAsString(author.user())
                + ",\"channel\":\""
                + channel(author)
                + "\",\"processes\":"
                + json.writeValueAsString(author.processes().asJava())
                + "}";
    }

    /** Returns the name of the channel for programs. */
    public static String channel(Author author) {
        return author.channel().name().toLowerCase(Locale.ROOT);
    }

    /** Parses an author; none if the text is anything else. */
    public static Optional<Author> read(String json) {
        try {
            JsonNode node = JsonMapper.shared().readTree(json);
            Vector<String> processes =
                    Vector.ofAll(
                            node.path("processes").valueStream().map(JsonNode::asString).toList());
            return Optional.of(
                    new Author(
                            node.required("user").asString(),
                            Author.Channel.valueOf(
                                    node.required("channel").asString().toUpperCase(Locale.ROOT)),
                            processes));
        } catch (JacksonException | IllegalArgumentException another) {
            return Optional.empty();
        }
    }
}
