package dev.foldline.effects.recording;

import io.vavr.control.Option;

/**
 * A file of the exchange folder that a call wrote or removed.
 *
 * @param blob the name of its content among the blobs; none if the file was removed
 */
public record RecordedFile(String name, Option<String> blob) {}
