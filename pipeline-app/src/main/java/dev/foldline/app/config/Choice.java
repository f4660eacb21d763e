package dev.foldline.app.config;

import dev.foldline.app.config.key.Key;
import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Origin;

import java.nio.file.Path;

/**
 * A value that the user chose for a key.
 *
 * @param path the key's path with the chosen names in it, dotted
 * @param value as JSON has it
 * @param written the text it was read from, for places inside the value
 * @param origin where the choice was made: in a file, its key
 * @param directory what a relative path in it is relative to
 */
record Choice(String path, Key key, Object value, Node written, Origin origin, Path directory) {}
