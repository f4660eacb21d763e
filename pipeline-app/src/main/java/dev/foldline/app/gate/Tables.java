package dev.foldline.app.gate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.effects.store.Runs;
import dev.foldline.effects.table.GateRow;
import dev.foldline.effects.table.Mending;
import dev.foldline.effects.table.StateTables;
import dev.foldline.effects.table.TableFault;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Consumer;

/** {@code state.sqlite} of a repository, always mended before it is read. */
public record Tables(Runs runs, Consumer<String> notice) {

    private List<GateRow> mended(StateTables tables) throws IOException, TableFault {
        for (var unread : Mending.mend(tables, runs)) notice.accept("the log of run " + unread.run().id() + " cannot be read: " + unread.why());
        return tables.openGates();
    }

    /** Where nothing can be written they are made from the logs, in memory. */
    private List<GateRow> unwritten() throws IOException {
        try (var tables = StateTables.inMemory()) {
            return mended(tables);
        } catch (TableFault fault) {
            throw new UserError(String.valueOf(fault.getMessage()), runs.root().toString(), "foldline doctor", ExitCode.FAILED);
        }
    }

    /**
     * The gates that wait for somebody, the oldest first.
     *
     * @throws UserError if the file is damaged or cannot be used; nothing was changed
     */
    public List<GateRow> openGates() throws IOException {
        try (var tables = StateTables.open(runs.tables())) {
            return mended(tables);
        } catch (TableFault fault) {
            if (!Files.isWritable(runs.root())) return unwritten();
            throw new UserError(String.valueOf(fault.getMessage()), runs.tables().toString(),
                    fault.isDamaged() ? "make it anew from the logs: foldline doctor --fix" : "foldline doctor", ExitCode.FAILED);
        }
    }
}
