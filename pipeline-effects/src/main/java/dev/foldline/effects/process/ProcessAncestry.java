package dev.foldline.effects.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A process and its ancestors. */
public final class ProcessAncestry {
    private static final int LENGTH_MAX = 32;
    private static final int NAME_CHARS_MAX = 64;

    private ProcessAncestry() {}

    /** Returns the process and its ancestors, in this order. */
    public static List<ProcessHandle> of(ProcessHandle process) {
        return Stream.iterate(
                        Optional.of(process),
                        Optional::isPresent,
                        each -> each.flatMap(ProcessHandle::parent))
                .limit(LENGTH_MAX)
                .map(Optional::get)
                .toList();
    }

    /**
     * Returns each process as its id and program name, without arguments, which may contain
     * secrets.
     */
    public static List<String> words(ProcessHandle process) {
        List<String> words = new ArrayList<>();
        for (ProcessHandle each : of(process)) {
            words.add(each.pid() + " " + name(each));
        }
        return words;
    }

    /** Returns the product's name for this process itself. */
    private static String name(ProcessHandle process) {
        if (process.equals(ProcessHandle.current())) {
            return "foldline";
        }
        String program =
                process.info()
                        .command()
                        .map(path -> String.valueOf(Path.of(path).getFileName()))
                        .orElseGet(() -> ProcessTable.name(process.pid()));
        String printable = program.replaceAll("[^\\p{L}\\p{N}\\p{P}\\p{S} ]", "?");
        return printable.substring(0, Math.min(printable.length(), NAME_CHARS_MAX));
    }
}
