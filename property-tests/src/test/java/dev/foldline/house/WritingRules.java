package dev.foldline.house;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.lang.ArchRule;

import java.io.File;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Who may write files: each writer is listed with the reason why nothing secret gets through it.
 */
final class WritingRules {
    private static final String OURS = "dev.foldline.";
    private static final Set<String> OF_FILES =
            Set.of(
                    "write",
                    "writeString",
                    "newBufferedWriter",
                    "newOutputStream",
                    "newByteChannel",
                    "copy",
                    "createTempFile",
                    "createFile");
    private static final Set<Class<?>> WRITERS =
            Set.of(FileOutputStream.class, FileWriter.class, RandomAccessFile.class);

    /** From a class to why it keeps nothing secret. */
    static final Map<String, String> ALLOWED =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry("effects.store.Blobs", "redacts"),
                            Map.entry(
                                    "effects.store.AtomicFile",
                                    "writes for its callers, who are listed here"),
                            Map.entry(
                                    "effects.store.IndexFile",
                                    "ids, times, and names of workflows"),
                            Map.entry("effects.store.RunLock", "who holds it: numbers and times"),
                            Map.entry("effects.store.PortAllocator", "numbers"),
                            Map.entry("effects.store.Inbox", "commands that Mailbox has redacted"),
                            Map.entry(
                                    "effects.store.InboxReceiver",
                                    "answers that Mailbox has redacted"),
                            Map.entry(
                                    "effects.log.LogFileOperations",
                                    "lines of a log whose events RunLog has redacted"),
                            Map.entry("effects.log.FileEventLog", "creates the log, empty"),
                            Map.entry(
                                    "effects.recording.RunRecording",
                                    "numbers, hashes and names; ends of outputs that OutputPump has"
                                            + " redacted"),
                            Map.entry("effects.process.StoredOutput", "opens to read"),
                            Map.entry(
                                    "effects.replay.PlayedProcesses",
                                    "copies of outputs that OutputPump has redacted"),
                            Map.entry("effects.replay.RecordedChildren", "the paths of worktrees"),
                            Map.entry(
                                    "effects.replay.ReplayedTree",
                                    "copies of outputs that OutputPump has redacted"),
                            Map.entry("effects.files.TemporaryFolder", "an empty lock"),
                            Map.entry(
                                    "effects.replay.BundleEntries",
                                    "copies of what RunBundle has written"),
                            Map.entry(
                                    "effects.replay.RunBundle",
                                    "the log, outputs and texts, all redacted, and git objects that"
                                            + " ExportCommand has checked"),
                            Map.entry("effects.git.local.RecordingTree", "hashes"),
                            Map.entry(
                                    "effects.fleet.RunInstaller",
                                    "the log and the texts of a run, redacted by the clone that"
                                            + " wrote them"),
                            Map.entry(
                                    "app.workflow.TaskPlacement",
                                    "labels, and addresses without a password"),
                            Map.entry(
                                    "effects.fleet.ShareRecord",
                                    "hashes, numbers, and an address without a password"),
                            Map.entry(
                                    "effects.git.local.RestoredFiles",
                                    "files of a recorded tree, in a scratch repository"),
                            Map.entry("effects.log.HeadFile", "numbers and a hash"),
                            Map.entry("effects.log.LogReader", "opens to read"),
                            Map.entry(
                                    "effects.log.SnapshotFile",
                                    "the state, folded from redacted events, and what is made of"
                                            + " it"),
                            Map.entry("effects.table.StateTables", "rows made of redacted events"),
                            Map.entry(
                                    "effects.table.NativeLibrary",
                                    "a copy out of a library of ours, beside the launcher's jars"),
                            Map.entry(
                                    "effects.workflow.tdd.TddProjection",
                                    "the state, folded from redacted events, and redacted blobs"),
                            Map.entry("effects.workflow.tdd.WrittenHashes", "hashes"),
                            Map.entry("app.server.ServerLock", "the address it listens at"),
                            Map.entry("app.queue.IssueQueue", "a name that it draws"),
                            Map.entry("app.run.QueuedIssueRecord", "two numbers"),
                            Map.entry("app.run.WebhookSignal", "a number"),
                            Map.entry("app.server.live.EventOrder", "ids of runs and numbers"),
                            Map.entry(
                                    "app.user.UserRegistry",
                                    "names and roles of users, and hashes of their tokens"),
                            Map.entry(
                                    "app.server.LoginFile",
                                    "the key of the logins, for its owner only, hidden from calls"
                                            + " in a sandbox"),
                            Map.entry("app.pull.PulledRuns", "the id of a run"),
                            Map.entry(
                                    "app.pull.PullWorkerApi",
                                    "puts a file of the user's back as it was, where it was"),
                            Map.entry(
                                    "app.AgentTrial",
                                    "what a test gives, in the test's own folder"),
                            Map.entry(
                                    "effects.workflow.tasks.MemoFile",
                                    "ids, words and numbers of a state that is folded from redacted"
                                            + " events"),
                            Map.entry(
                                    "effects.workflow.feature.FeatureFiles",
                                    "the state, folded from redacted events, and redacted blobs"),
                            Map.entry(
                                    "effects.process.OutputFiles", "what OutputPump has redacted"),
                            Map.entry(
                                    "effects.process.ProcessRunner",
                                    "the input of a process, a redacted prompt; removed once it has"
                                            + " started"),
                            Map.entry(
                                    "effects.guard.GuardFile",
                                    "git's configuration, to be put back: its owner's only, and for"
                                            + " the time of a call"),
                            Map.entry(
                                    "effects.agent.PushRestriction",
                                    "addresses of git's configuration, without passwords"),
                            Map.entry(
                                    "effects.files.ProtectedFolder",
                                    "the prompt, a redacted blob, in the working tree"),
                            Map.entry(
                                    "effects.environment.CopiedFiles",
                                    "files of the user's that they named, from one tree of theirs"
                                            + " into another, excluded from commits"),
                            Map.entry(
                                    "effects.files.FileBaseline",
                                    "puts a file of the user's back as it was, where it was"),
                            Map.entry(
                                    "effects.git.local.RepositoryMetadata",
                                    "our patterns, in git's list of what it passes over"),
                            Map.entry(
                                    "effects.git.local.PrivateIndex",
                                    "a copy of git's index: names and hashes"),
                            Map.entry(
                                    "testkit.agent.ScriptPlayer",
                                    "the scripted agent, a program of its own"),
                            Map.entry(
                                    "testkit.agent.FakeAgent",
                                    "the fake agent, a program of its own"),
                            Map.entry(
                                    "testkit.agent.FakeAgents",
                                    "scripts of whoever tests, into a folder of theirs"),
                            Map.entry("app.ManualPages", "the help, for the packages"),
                            Map.entry("app.Main", "the console's streams, redacted by Console"),
                            Map.entry(
                                    "app.run.LogRepair",
                                    "lines of a log whose events RunLog has redacted"),
                            Map.entry("app.repository.RunLocation", "the paths of working trees"),
                            Map.entry("app.command.FailureReport", "redacts"),
                            Map.entry(
                                    "app.notify.NotifiedConditions",
                                    "names of gates and of what a run waits for"),
                            Map.entry("app.trace.TraceFollower", "the number of an event"),
                            Map.entry(
                                    "app.command.inspect.JUnitExport",
                                    "lines of a log whose events RunLog has redacted"),
                            Map.entry(
                                    "app.run.BackgroundDriver",
                                    "the console of another of our processes, redacted by its"
                                            + " Console"),
                            Map.entry("app.command.setup.InitCommand", "the starter, a resource"),
                            Map.entry("app.operation.DefinitionCommands", "resources and a name"),
                            Map.entry(
                                    "app.operation.ReportQueries",
                                    "a report, made of redacted events, blobs and diffs"),
                            Map.entry(
                                    "app.command.inspect.StateProbe",
                                    "the state, folded from redacted events, for a command of the"
                                            + " user's; removed when it ends"),
                            Map.entry(
                                    "app.command.setup.StorageCheck",
                                    "zeros, to see whether it can"),
                            Map.entry(
                                    "app.gate.RepositoryTables",
                                    "a name for the damaged tables, empty"),
                            Map.entry(
                                    "app.command.TextEditor",
                                    "the stored text of an artifact, which Blobs has redacted"),
                            Map.entry("app.demo.Demo", "resources"),
                            Map.entry("app.ArchiveTraining", "resources"),
                            Map.entry("app.view.OutputTail", "opens to read")));

    /** What keeps a new writer from going past redaction unseen. */
    static final List<ArchRule> RULES =
            List.of(
                    noClasses()
                            .that(
                                    describe(
                                            "not listed as writers",
                                            type -> !ALLOWED.containsKey(listed(type))))
                            .should()
                            .accessTargetWhere(describe("writing a file", WritingRules::writes))
                            .as("only the writers listed in WritingRules write files"));

    private WritingRules() {}

    /** Listed, but writing nothing any more. */
    static Set<String> outlived(Iterable<JavaClass> classes) {
        var writing = new TreeSet<String>();
        for (JavaClass type : classes) {
            if (type.getAccessesFromSelf().stream().anyMatch(WritingRules::writes))
                writing.add(listed(type));
        }
        return ALLOWED.keySet().stream()
                .filter(name -> !writing.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The file's own class, for whatever is nested within it. */
    private static String listed(JavaClass type) {
        var name = type.getName().substring(Math.min(OURS.length(), type.getName().length()));
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static boolean writes(JavaAccess<?> access) {
        if (!(access instanceof JavaCodeUnitAccess<?> called)) return false;
        var owner = called.getTargetOwner();
        var name = called.getTarget().getName();
        if (owner.isEquivalentTo(Files.class)) return OF_FILES.contains(name);
        if (owner.isEquivalentTo(FileChannel.class)
                || owner.isEquivalentTo(AsynchronousFileChannel.class)) return name.equals("open");
        if (owner.getSimpleName().equals("AtomicFile"))
            return name.equals("write") || name.equals("replace");
        if (owner.getName().equals("java.sql.DriverManager")) return name.equals("getConnection");
        if (owner.isEquivalentTo(ProcessBuilder.Redirect.class))
            return name.equals("to") || name.equals("appendTo");
        if (owner.isEquivalentTo(ProcessBuilder.class))
            return (name.equals("redirectOutput") || name.equals("redirectError"))
                    && takes(called, File.class);
        if (owner.isEquivalentTo(PrintStream.class) || owner.isEquivalentTo(PrintWriter.class))
            return name.equals("<init>")
                    && (takes(called, File.class) || takes(called, String.class));
        return name.equals("<init>") && WRITERS.stream().anyMatch(owner::isEquivalentTo);
    }

    /** As its first argument: a charset may be named further on. */
    private static boolean takes(JavaCodeUnitAccess<?> called, Class<?> type) {
        var types = called.getTarget().getRawParameterTypes();
        return !types.isEmpty() && types.getFirst().isEquivalentTo(type);
    }
}
