package dev.foldline.effects.table;

import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * SQLite's native library. Each JVM extracts its own copy of a megabyte to the folder of temporary
 * files, and leaves it there if it is killed. With {@code -Dorg.sqlite.lib.path}, a JVM uses an
 * existing copy instead.
 */
public final class NativeLibrary {
    private NativeLibrary() {}

    /** Extracts the library for this machine to the folder, which is created if necessary. */
    public static void into(Path folder) throws IOException {
        var packed =
                LibraryLoaderUtil.getNativeLibResourcePath()
                        + "/"
                        + LibraryLoaderUtil.getNativeLibName();
        try (var library = SQLiteJDBCLoader.class.getResourceAsStream(packed)) {
            if (library == null) throw new FileNotFoundException(packed);
            Files.createDirectories(folder);
            Files.copy(
                    library,
                    folder.resolve(LibraryLoaderUtil.getNativeLibName()),
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
