package dev.foldline.app.command.setup;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.gate.RepositoryTables;
import dev.foldline.app.repository.DamagedLog;
import dev.foldline.app.repository.KnownHeads;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;
import dev.foldline.effects.table.StateTables;
import dev.foldline.effects.table.TableFault;
import dev.foldline.effects.table.TableRebuilder;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks {@code state.sqlite}; with {@code --fix} a damaged one is rebuilt from the logs. */
record TablesCheck(Console console, boolean fix) {

    List<DoctorFinding> findings() throws IOException {
        try {
            var runs = Checkout.at(console.directory()).runs();
            return Files.exists(runs.tables()) ? examined(runs) : List.of();
        } catch (UserError noRepository) {
            return List.of();
        }
    }

    private List<DoctorFinding> examined(Runs runs) throws IOException {
        try (var tables = StateTables.open(runs.tables())) {
            var findings = new ArrayList<DoctorFinding>();
            for (var unread : TableRebuilder.repair(tables, runs))
                ahead(unread.run()).ifPresent(findings::add);
            findings.add(
                    DoctorFinding.good(
                            "tables", tables.count() + " gates and runs match the logs"));
            return findings;
        } catch (TableFault fault) {
            return List.of(faulty(runs, fault));
        }
    }

    /**
     * A run whose rows alone know more than its log: its folder was put back from an older copy.
     */
    private static Optional<DoctorFinding> ahead(RunDirectory run) throws IOException {
        if (KnownHeads.missing(run).isPresent()) return Optional.empty();
        return KnownHeads.missingByAny(run)
                .map(damage -> DamagedLog.of(run.events(), damage, run.id().text()))
                .map(
                        refusal ->
                                DoctorFinding.broken(
                                        "run " + run.id(),
                                        refusal.message() + " (" + refusal.place() + ")",
                                        refusal.hint()));
    }

    private DoctorFinding faulty(Runs runs, TableFault fault) throws IOException {
        if (String.valueOf(fault.getMessage()).contains("SQLITE_FULL"))
            return DoctorFinding.broken(
                    "tables",
                    String.valueOf(fault.getMessage()),
                    "free disk space (df -h shows the usage)");
        if (!fault.isDamaged())
            return DoctorFinding.broken(
                    "tables",
                    String.valueOf(fault.getMessage()),
                    "check whether another program has it open; if none does, rebuild it from the"
                            + " logs: mv '"
                            + runs.tables()
                            + "' '"
                            + runs.tables()
                            + ".aside'");
        return fix
                ? rebuilt(runs)
                : DoctorFinding.broken(
                        "tables",
                        fault.getMessage() + "; they can be rebuilt from the logs",
                        "foldline doctor --fix");
    }

    private static int rebuild(Runs runs) throws IOException, TableFault {
        try (var tables = StateTables.open(runs.tables())) {
            TableRebuilder.repair(tables, runs);
            return tables.count();
        }
    }

    private static DoctorFinding rebuilt(Runs runs) throws IOException {
        var aside = RepositoryTables.putAside(runs);
        try {
            return DoctorFinding.fixed(
                    "tables",
                    "rebuilt from the logs: "
                            + rebuild(runs)
                            + " gates and runs; the damaged file is "
                            + aside);
        } catch (TableFault fault) {
            return DoctorFinding.broken(
                    "tables", String.valueOf(fault.getMessage()), "rm '" + runs.tables() + "'");
        }
    }
}
