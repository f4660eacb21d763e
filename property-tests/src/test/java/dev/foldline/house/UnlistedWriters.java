package dev.foldline.house;

import dev.foldline.effects.store.AtomicFile;

import java.io.File;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Classes that each write a file in a way of their own, and are listed nowhere. None of them ever
 * runs.
 */
final class UnlistedWriters {
    private UnlistedWriters() {}

    static final List<Class<?>> ALL =
            List.of(
                    WritesText.class,
                    RefersToAStream.class,
                    OpensAChannel.class,
                    OpensAStream.class,
                    OpensAWriter.class,
                    OpensAnywhere.class,
                    PrintsToAName.class,
                    PrintsToAFile.class,
                    Replaces.class,
                    Copies.class,
                    Redirects.class,
                    RedirectsToAFile.class,
                    Connects.class);

    static final class WritesText {
        void write(Path file) throws IOException {
            Files.writeString(file, "");
        }
    }

    static final class RefersToAStream {
        interface Opening {
            Object open(Path file) throws IOException;
        }

        Opening opening() {
            return Files::newOutputStream;
        }
    }

    static final class OpensAChannel {
        Object open(Path file) throws IOException {
            return FileChannel.open(file, StandardOpenOption.WRITE);
        }
    }

    static final class OpensAStream {
        Object open(File file) throws IOException {
            return new FileOutputStream(file);
        }
    }

    static final class OpensAWriter {
        Object open(File file) throws IOException {
            return new FileWriter(file, StandardCharsets.UTF_8);
        }
    }

    static final class OpensAnywhere {
        Object open(File file) throws IOException {
            return new RandomAccessFile(file, "rw");
        }
    }

    static final class PrintsToAName {
        Object open(String name) throws IOException {
            return new PrintWriter(name, StandardCharsets.UTF_8);
        }
    }

    static final class PrintsToAFile {
        Object open(File file) throws IOException {
            return new PrintStream(file, StandardCharsets.UTF_8);
        }
    }

    static final class Replaces {
        void write(Path file) throws IOException {
            AtomicFile.write(file, "");
        }
    }

    static final class Copies {
        void copy(Path file, Path other) throws IOException {
            Files.copy(file, other);
        }
    }

    static final class Redirects {
        BiFunction<ProcessBuilder, File, ProcessBuilder> way() {
            return (builder, file) -> builder.redirectOutput(ProcessBuilder.Redirect.to(file));
        }
    }

    static final class RedirectsToAFile {
        ProcessBuilder redirect(ProcessBuilder builder, File file) {
            return builder.redirectError(file);
        }
    }

    static final class Connects {
        Object connect(Path file) throws SQLException {
            return DriverManager.getConnection("jdbc:sqlite:" + file);
        }
    }

    static final class OnlyReads {
        String read(Path file, Path other) throws IOException {
            Files.move(file, other);
            return Files.readString(other);
        }
    }
}
