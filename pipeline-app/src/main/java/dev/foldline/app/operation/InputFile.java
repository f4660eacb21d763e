package dev.foldline.app.operation;

import io.vavr.control.Option;

import java.nio.charset.StandardCharsets;

/**
 * The content of a file that a caller gives.
 *
 * @param name as the user typed it on the command line, or - for standard input; none if the
 *     content came with the request
 */
public record InputFile(byte[] content, Option<String> name) {

    static InputFile of(String content) {
        return new InputFile(content.getBytes(StandardCharsets.UTF_8), Option.none());
    }
}
