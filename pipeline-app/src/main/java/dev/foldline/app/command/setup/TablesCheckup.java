package dev.foldline.app.command.setup;

import dev.foldline.app.UserError;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.effects.store.Runs;
import dev.foldline.effects.table.Mending;
import dev.foldline.effects.table.StateTables;
import dev.foldline.effects.table.TableFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Whether {@code state.sqlite} can be used; with {@code --fix} a damaged one is made anew from the logs. */
record TablesCheckup(Console console, boolean fix) {

    List<Finding> findings() throws IOException {
        try {
            var runs = Checkout.at(console.directory()).runs();
            return Files.exists(runs.tables()) ? List.of(examined(runs)) : List.of();
        } catch (UserError noRepository) {
            return List.of();
        }
    }

    private Finding examined(Runs runs) throws IOException {
        try {
            return Finding.good("tables", mended(runs) + " gates and runs as the logs tell them");
        } catch (TableFault fault) {
            if (String.valueOf(fault.getMessage()).contains("SQLITE_FULL")) return Finding.broken("tables", String.valueOf(fault.getMessage()), "make room on it (df -h shows how much)");
            if (!fault.isDamaged()) return Finding.broken("tables", String.valueOf(fault.getMessage()), "see whether another program holds it; if none does, the logs make it anew: mv '" + runs.tables() + "' '" + runs.tables() + ".aside'");
            return fix ? anew(runs) : Finding.broken("tables", fault.getMessage() + "; the logs can make them anew", "foldline doctor --fix");
        }
    }

    private static int mended(Runs runs) throws IOException, TableFault {
        try (var tables = StateTables.open(runs.tables())) {
            Mending.mend(tables, runs);
            return tables.gates().size() + tables.runs().size();
        }
    }

    /** The damaged file is kept beside it: nothing is thrown away that somebody may want to look at. */
    private static Finding anew(Runs runs) throws IOException {
        var aside = Files.createTempFile(runs.root(), "state.sqlite.damaged-", "");
        Files.move(runs.tables(), aside, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        for (var companion : List.of("-wal", "-shm")) Files.deleteIfExists(Path.of(runs.tables() + companion));
        try {
            return Finding.mended("tables", "made anew from the logs: " + mended(runs) + " gates and runs; the damaged file is " + aside);
        } catch (TableFault fault) {
            return Finding.broken("tables", String.valueOf(fault.getMessage()), "rm '" + runs.tables() + "'");
        }
    }
}
