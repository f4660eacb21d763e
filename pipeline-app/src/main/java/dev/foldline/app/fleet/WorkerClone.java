package dev.foldline.app.fleet;

import java.nio.file.Path;
import java.util.Map;

/**
 * The clone in which a worker drives runs.
 *
 * @param remote where runs are shared
 */
public record WorkerClone(Path directory, Map<String, String> environment, String remote) {}
