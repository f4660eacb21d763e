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
import java.util.regex.Pattern;
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
    private static final int ID_BYTES_MAX = 64;
    private static final int REFS_BYTES_MAX = 1 << 20;
    private static final Pattern REF = Pattern.compile("([0-9a-f]{40,64}) (refs/\\S{1,200})");

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

    /** Returns whether a file is a bundle, or what is left of one. */
    public static boolean isBundle(Path file) {
        try (var zip = new ZipFile(file.toFile())) {
            return zip.getEntry(RUN) != null;
        } catch (ZipException damaged) {
            return startsAsArchive(file);
        } catch (IOException other) {
            return false;
        }
    }

    private static boolean startsAsArchive(Path file) {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(2), StandardCharsets.ISO_8859_1).equals("PK");
        } catch (IOException other) {
            return false;
        }
    }

    /**
     * Unpacks a bundle. A piece that cannot be read is missing afterwards; the check of the
     * recording names it.
     *
     * @param folder a new folder
     * @throws DamagedBundle if it is not one that Foldline has written
     */
    public static RecordedSource unpack(Path file, Path folder, GitOptions options)
            throws IOException {
        var root = Files.createDirectories(folder).toRealPath();
        try (var entries = BundleEntries.open(file)) {
            var id = entries.text(RUN, ID_BYTES_MAX);
            if (!RunId.isRunId(id)) throw new DamagedBundle(RUN, "it is not the id of a run");
            var repository = root.resolve("objects.git");
            GitCommand.in(options, root, "init", "-q", "--bare", repository.toString()).succeed();
            for (var entry : entries.below(FOLDER)) {
                var target = root.resolve(entry.getName());
                Files.createDirectories(folderOf(target));
                entries.extract(entry, target);
            }
            var recording = new RunRecording(Runs.of(root).directory(new RunId(id)));
            install(entries, repository, options);
            return new RecordedSource(recording.run(), Runs.of(root).blobs(), repository);
        }
    }

    private static Path folderOf(Path file) {
        var folder = file.getParent();
        return folder == null ? file : folder;
    }

    private static void install(BundleEntries entries, Path repository, GitOptions options)
            throws IOException {
        if (!entries.has(PACK)) return;
        var refs = refs(entries.text(REFS, REFS_BYTES_MAX));
        try {
            RecordedPack.install(options, repository, entries.bytes(PACK));
            for (var each : refs)
                GitCommand.in(options, repository, "update-ref", each.name(), each.hash())
                        .succeed();
        } catch (GitFault | ZipException damaged) {
            // Its objects are missing now, which is reported with the event that needs them.
        }
    }

    private record Ref(String hash, String name) {}

    private static Vector<Ref> refs(String text) throws DamagedBundle {
        var refs = Vector.<Ref>empty();
        for (var line : text.lines().toList()) {
            var found = REF.matcher(line);
            if (!found.matches()) throw new DamagedBundle(REFS, "it has a line that is no ref");
            refs = refs.append(new Ref(found.group(1), found.group(2)));
        }
        return refs;
    }
}
