package dev.foldline.effects.json;

import dev.foldline.core.command.Author;
import dev.foldline.core.command.Command;

import io.vavr.control.Option;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.Optional;

/** A command in an inbox, with its author, or without if it was written by hand. */
public record AuthoredCommand(Command command, Optional<Author> author) {
    private static final String COMMAND = "command";
    private static final String BY = "by";

    /** Returns the text of a message. */
    public static String write(Command command, Option<Author> author) {
        return author.fold(
                () -> Wire.toJson(command),
                by ->
                        "{\""
                                + COMMAND
                                + "\":"
                                + Wire.toJson(command)
                                + ",\""
                                + BY
                                + "\":"
                                + AuthorJson.write(by)
                                + "}");
    }

    /**
     * @throws WireFault if it is not a command
     */
    public static AuthoredCommand read(String json) {
        try {
            JsonNode message = JsonMapper.shared().readTree(json);
            return message.has(COMMAND)
                    ? new AuthoredCommand(
                            Wire.command(message.get(COMMAND).toString()),
                            AuthorJson.read(message.path(BY).toString()))
                    : new AuthoredCommand(Wire.command(json), Optional.empty());
        } catch (JacksonException noJson) {
            return new AuthoredCommand(Wire.command(json), Optional.empty());
        }
    }
}
