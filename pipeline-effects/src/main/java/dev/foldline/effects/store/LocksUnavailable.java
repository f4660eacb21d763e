package dev.foldline.effects.store;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * Thrown for a file system without file locks, where nothing would prevent two drivers of one run.
 */
public final class LocksUnavailable extends FileSystemException {
    private static final long serialVersionUID = 1L;

    LocksUnavailable(Path file, IOException refused) {
        super(file.toString(), null, "this file system cannot lock files: " + refused.getMessage());
        initCause(refused);
    }
}
