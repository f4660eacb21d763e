package dev.foldline.app.gate;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.store.Runs;
import dev.foldline.effects.table.GateRow;
import dev.foldline.effects.table.StateTables;
import dev.foldline.effects.table.TableFault;
import dev.foldline.effects.table.TableRebuilder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Consumer;

/** {@code state.sqlite} of a repository, repaired before it is read. */
public record RepositoryTables(Runs runs, Consumer<String> notice) {

    private List<GateRow> rebuildAndRead(StateTables tables) throws IOException, TableFault {
        for (var unread : TableRebuilder.repair(tables, runs))
            notice.accept(
                    "the log of run " + unread.run().id() + " cannot be read: " + unread.why());
        return tables.openGates();
    }

    /** Where nothing can be written they are made from the logs, in memory. */
    private List<GateRow> unwritten() throws IOException {
        try (var tables = StateTables.inMemory()) {
            return rebuildAndRead(tables);
        } catch (TableFault fault) {
            throw new UserError(
                    String.valueOf(fault.getMessage()),
                    runs.root().toString(),
                    "foldline doctor",
                    ExitCode.FAILED);
        }
    }

    /**
     * Lists the open gates, oldest first. A damaged file is moved aside and rebuilt from the logs,
     * with a notice.
     *
     * @throws UserError if the file cannot be used; nothing was changed
     */
    public List<GateRow> openGates() throws IOException {
        try {
            return read();
        } catch (TableFault fault) {
            if (!Files.isWritable(runs.root())) return unwritten();
            if (fault.isDamaged()) return rebuilt();
            throw new UserError(
                    String.valueOf(fault.getMessage()),
                    runs.tables().toString(),
                    "foldline doctor",
                    ExitCode.FAILED);
        }
    }

    private List<GateRow> read() throws IOException, TableFault {
        try (var tables = StateTables.open(runs.tables())) {
            return rebuildAndRead(tables);
        }
    }

    /**
     * By one process at a time: the second would put aside what the first has made. It answers from
     * the logs alone.
     */
    private List<GateRow> rebuilt() throws IOException {
        if (!(RunLock.take(runs.root().resolve(Runs.TABLES + ".lock"))
                instanceof RunLock.LockAttempt.Held(var lock))) return unwritten();
        try (lock) {
            return isDamaged() ? afterRebuild() : read();
        } catch (TableFault fault) {
            notice.accept(String.valueOf(fault.getMessage()));
            return unwritten();
        }
    }

    private boolean isDamaged() throws IOException {
        try {
            read();
            return false;
        } catch (TableFault fault) {
            return fault.isDamaged();
        }
    }

    private List<GateRow> afterRebuild() throws IOException, TableFault {
        var aside = putAside(runs);
        notice.accept(
                "the tables in "
                        + runs.tables()
                        + " were damaged and have been rebuilt from the logs; the damaged file is "
                        + aside);
        return read();
    }

    /** Keeps the damaged file beside the new one for inspection. */
    public static Path putAside(Runs runs) throws IOException {
        var aside = Files.createTempFile(runs.root(), Runs.TABLES + ".damaged-", "");
        Files.move(runs.tables(), aside, StandardCopyOption.REPLACE_EXISTING);
        for (var companion : List.of("-wal", "-shm"))
            Files.deleteIfExists(Path.of(runs.tables() + companion));
        return aside;
    }
}
