package dev.foldline.core.change;

import io.vavr.control.Option;

/**
 * A file with tests that a change touches.
 *
 * @param path from the root of the repository
 * @param before id of its content before the change, with its mode; none if it is new
 * @param after id of its content after it; none if it is gone
 */
public record TestFile(String path, Option<String> before, Option<String> after) {}
