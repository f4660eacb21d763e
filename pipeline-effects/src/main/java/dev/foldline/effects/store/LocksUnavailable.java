package dev.foldline.effects.store;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** A file system that cannot lock files: nothing there keeps two drivers from one run, so there is none. */
public final class LocksUnavailable extends FileSystemException {
    private static final long serialVersionUID = 1L;

    LocksUnavailable(Path file, IOException refused) {
        super(file.toString(), null, "this file system cannot lock files: " + refused.getMessage());
        initCause(refused);
    }
}
