package dev.foldline.core.state;

import io.vavr.collection.Vector;

/**
 * A new text for an artifact that an open gate shows.
 *
 * @param artifact its name
 * @param content id of the text
 * @param items the work items that the text names, if the artifact lists some
 */
public record Replacement(String artifact, String content, Vector<Item> items) {}
