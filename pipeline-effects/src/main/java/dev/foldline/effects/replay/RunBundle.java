package dev.foldline.effects.replay;

import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.local.RecordedObjects;
import dev.foldline.effects.git.local.RecordedPack;
import dev.foldline.effects.recording.RecordedFile;
import dev.foldline.effects.recording.RecordedSession;
import dev.foldline.effects.recording.RunRecording;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * A recorded run as one file: a zip archive with the log, the recording, its outputs and texts, and
 * a git pack. It has no history before the run.
 */
public final class RunBundle {
    private static final String RUN = "run";
    private static final String PACK = "objects.pack";
    private static final String REFS = "refs";
    private static final String FOLDER = "foldline/";

    private final RecordedSource source;
    private final Vector<RecordedSource> family;
    private final GitOptions options;
    private final RecordedPack pack;

    private RunBundle(
            RecordedSource source,
            Vector<RecordedSource> family,
            GitOptions options,
            RecordedPack pack) {
        this.source = source;
        this.family = family;
        this.options = options;
        this.pack = pack;
    }

    /**
     * Prepares a bundle of a run and its child runs.
     *
     * @throws DamagedRecording if one of them cannot be replayed
     */
    public static RunBundle of(RecordedSource source, GitOptions options) throws IOException {
        var family = source.family();
        for (var each : family) RecordingCheck.check(each);
        return new RunBundle(
                source,
                family,
                options,
                RecordedPack.of(
                        options, source.repository(), family.map(each -> each.recording().ref())));
    }

    /** Returns the objects with a secret, each with its path if it has one. */
    public Vector<String> secrets(Redaction redaction) throws IOException {
        try (var objects = RecordedObjects.in(source.repository(), source.recording().ref())) {
            var found = Vector.<String>empty();
            for (var object : pack.objects()) {
                var text = objects.text(RecordedPack.hashOf(object));
                if (text.exists(content -> !redaction.isClean(content)))
                    found = found.append(object);
            }
            return found;
        }
    }

    /**
     * Writes the bundle.
     *
     * @param dropped objects that are left out; with any, the bundle cannot be replayed
     */
    public void write(Path file, Vector<String> dropped) throws IOException {
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            put(zip, RUN, source.run().id().text().getBytes(StandardCharsets.UTF_8));
            put(zip, REFS, refs().getBytes(StandardCharsets.UTF_8));
            put(
                    zip,
                    PACK,
                    pack.without(dropped.map(RecordedPack::hashOf))
                            .bytes(options, source.repository()));
            var blobs = new TreeSet<String>();
            for (var each : family) {
                var run = FOLDER + "runs/" + each.run().id() + "/";
                put(zip, run + "events.jsonl", Files.readAllBytes(each.run().events()));
                for (var path : files(each))
                    put(zip, run + each.run().path().relativize(path), Files.readAllBytes(path));
                blobs.addAll(blobs(each));
            }
            for (var blob : blobs) put(zip, FOLDER + "blobs/" + blob, source.blobs().get(blob));
        }
    }

    private String refs() throws IOException {
        var lines = new StringBuilder();
        for (var each : family) {
            var ref = each.recording().ref();
            lines.append(
                            GitCommand.in(options, source.repository(), "rev-parse", ref)
                                    .succeed()
                                    .text())
                    .append(' ')
                    .append(ref)
                    .append('\n');
        }
        return lines.toString();
    }

    private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }

    /** Returns the files of the recording and the outputs that it names. */
    private static Vector<Path> files(RecordedSource source) throws IOException {
        var files = Vector.<Path>empty();
        try (var recorded = Files.list(source.recording().folder())) {
            files = files.appendAll(recorded.sorted().toList());
        }
        try (var outputs = Files.list(source.run().output())) {
            files = files.appendAll(outputs.filter(Files::isRegularFile).sorted().toList());
        }
        return files;
    }

    /** Returns the texts that a replay reads and does not make again. */
    private static Set<String> blobs(RecordedSource source) throws IOException {
        var blobs = new HashSet<String>();
        var log = RecordedLog.read(source.run().events());
        for (var line : log.lines()) {
            if (line.event() instanceof RunStarted || line.event() instanceof InputEvent)
                RecordingCheck.hashes(line.text()).filter(source.blobs()::has).forEach(blobs::add);
            if (line.event() instanceof DriverStarted(var epoch, _))
                add(blobs, source.recording().session(epoch));
        }
        for (var work : log.work())
            if (Files.exists(source.recording().effectFile(work.ticket())))
                add(blobs, source.recording().effect(work.ticket()).files());
        return blobs;
    }

    private static void add(Set<String> blobs, RecordedSession session) {
        session.setup().templates().values().forEach(blobs::add);
        session.setup().schemas().values().forEach(blobs::add);
        add(blobs, session.files());
    }

    private static void add(Set<String> blobs, Vector<RecordedFile> files) {
        files.flatMap(RecordedFile::blob).forEach(blobs::add);
    }

    /** Returns whether a file is a bundle. */
    public static boolean isBundle(Path file) {
        try (var zip = new ZipFile(file.toFile())) {
            return zip.getEntry(RUN) != null;
        } catch (IOException other) {
            return false;
        }
    }

    /**
     * Unpacks a bundle. A piece that cannot be read is missing afterwards; the check of the
     * recording names it.
     *
     * @param folder a new folder
     */
    public static RecordedSource unpack(Path file, Path folder, GitOptions options)
            throws IOException {
        var root = Files.createDirectories(folder).toRealPath();
        var repository = root.resolve("objects.git");
        GitCommand.in(options, root, "init", "-q", "--bare", repository.toString()).succeed();
        try (var zip = new ZipFile(file.toFile())) {
            for (var entries = zip.entries(); entries.hasMoreElements(); ) {
                var entry = entries.nextElement();
                if (entry.getName().startsWith(FOLDER)) extract(zip, entry, root);
            }
            var run = Runs.of(root).directory(new RunId(text(zip, RUN)));
            var recording = new RunRecording(run);
            install(zip, repository, options);
            return new RecordedSource(recording.run(), Runs.of(root).blobs(), repository);
        }
    }

    private static void install(ZipFile zip, Path repository, GitOptions options)
            throws IOException {
        var entry = zip.getEntry(PACK);
        if (entry == null) return;
        try (var in = zip.getInputStream(entry)) {
            RecordedPack.install(options, repository, in.readAllBytes());
            for (var line : text(zip, REFS).lines().toList())
                GitCommand.in(
                                options,
                                repository,
                                "update-ref",
                                line.substring(line.indexOf(' ') + 1),
                                line.substring(0, line.indexOf(' ')))
                        .succeed();
        } catch (GitFault | ZipException damaged) {
            // Its objects are missing now, which is reported with the event that needs them.
        }
    }

    private static void extract(ZipFile zip, ZipEntry entry, Path root) throws IOException {
        var file = root.resolve(entry.getName()).normalize();
        if (!file.startsWith(root.resolve(FOLDER)) || entry.isDirectory()) return;
        var folder = file.getParent();
        if (folder != null) Files.createDirectories(folder);
        try (var in = zip.getInputStream(entry)) {
            Files.write(file, in.readAllBytes());
        } catch (ZipException damaged) {
            Files.deleteIfExists(file);
        }
    }

    private static String text(ZipFile zip, String name) throws IOException {
        var entry = zip.getEntry(name);
        if (entry == null) throw new IOException("the bundle has no entry " + name);
        try (var in = zip.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
