package dev.foldline.app.workflow;

import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.effects.fleet.LeaseEntry;
import dev.foldline.effects.fleet.RunInstaller;
import dev.foldline.effects.fleet.ShareRecord;
import dev.foldline.effects.fleet.SharedRepository;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.log.HeadFile;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.nio.file.Files;

/** Copies what hosts have published of the child runs of a workflow. */
record ChildRunCopier(Workspace here, SharedRepository shared) {

    /**
     * Copies a child that this clone may have nothing of.
     *
     * @return whether it is published
     */
    boolean copy(RunDirectory child, LeaseEntry lease, TaskPlacement placement) throws IOException {
        here.runs().make(child);
        if (ShareRecord.of(child).isEmpty()) placement.recordElsewhere().write(child);
        return copy(child, lease);
    }

    /**
     * Copies a child's log. If the child has ended, its branch is set too: then this clone has all
     * of it.
     *
     * @return whether it is published
     */
    boolean copy(RunDirectory child, LeaseEntry lease) throws IOException {
        var fetched = shared.fetch(child.id().text());
        if (fetched.isEmpty()) return false;
        // What this clone may have made of it before another one did: its log differs.
        Files.deleteIfExists(HeadFile.of(child.events()));
        Files.deleteIfExists(child.snapshot());
        RunInstaller.copy(child, fetched.get());
        var state = RunHistory.open(child).latest().state();
        if (!(state.lifecycle() instanceof Lifecycle.Ended)) return true;
        var installer =
                new RunInstaller(
                        GitOptions.from(here.environment()),
                        here.root(),
                        child,
                        lease.lease().epoch());
        installer.installRefs(fetched.get());
        for (var branch : state.ledger().repository().branch())
            installer.installBranch(branch, fetched.get());
        for (var record : ShareRecord.of(child)) record.copied(lease).write(child);
        return true;
    }
}
