package dev.foldline.effects.table;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * SQLite's part that is not Java. Each JVM unpacks its own copy into the folder of temporary files, a megabyte, and one that is killed
 * leaves it there; a JVM that is told of a folder that has it, by {@code -Dorg.sqlite.lib.path}, takes it from there.
 */
public final class NativeLibrary {
    private NativeLibrary() {}

    /** Unpacks the one for this machine into the folder, which is made if need be. */
    public static void into(Path folder) throws IOException {
        var packed = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + LibraryLoaderUtil.getNativeLibName();
        try (var library = SQLiteJDBCLoader.class.getResourceAsStream(packed)) {
            if (library == null) throw new FileNotFoundException(packed);
            Files.createDirectories(folder);
            Files.copy(library, folder.resolve(LibraryLoaderUtil.getNativeLibName()), StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
