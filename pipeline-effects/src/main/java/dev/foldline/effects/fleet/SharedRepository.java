package dev.foldline.effects.fleet;

import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.local.RecordedPack;
import dev.foldline.effects.git.local.SharedObjects;
import dev.foldline.effects.json.JsonForm;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.redact.Redaction;

import io.vavr.collection.HashMap;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Runs shared through a git repository, below {@code refs/foldline/}. A push moves the lease, the
 * log and the work of a run together, and only if the lease is as expected.
 */
public final class SharedRepository implements Leases, RunTransport, AutoCloseable {
    private static final JsonForm<RunLease> LEASE = JsonForm.of("a lease", RunLease.class);
    private static final JsonForm<RunManifest> MANIFEST =
            JsonForm.of("the manifest of a shared run", RunManifest.class);
    private static final String LEASE_FILE = "lease.json";
    private static final String MANIFEST_FILE = "run.json";
    private static final String LOG = "log/";
    private static final String BLOBS = "blobs/";
    private static final String EXCHANGE = "exchange/";
    private static final int TIPS_MAX = 64;

    private final PrivateTransport git;
    private final SharedObjects objects;
    private final Redaction redaction;

    private SharedRepository(PrivateTransport git, SharedObjects objects, Redaction redaction) {
        this.git = git;
        this.objects = objects;
        this.redaction = redaction;
    }

    /**
     * @param common the git folder of the repository here
     * @param remote the name of a remote, or the address or path of a repository
     * @param redaction finds the secrets that are not published
     */
    public static SharedRepository open(
            GitOptions options, Path common, String remote, Redaction redaction)
            throws IOException {
        return new SharedRepository(
                PrivateTransport.open(options, common, remote),
                SharedObjects.in(common),
                redaction);
    }

    @Override
    public Vector<LeaseEntry> list() throws IOException {
        return leases(git.list(Vector.of(SharedRefs.LEASES + "*")));
    }

    /** Returns the leases of these runs, without those of runs that are not shared. */
    public Vector<LeaseEntry> list(Vector<String> runs) throws IOException {
        return runs.isEmpty()
                ? Vector.empty()
                : leases(git.list(runs.map(run -> new SharedRefs(run).lease())));
    }

    /** Reads leases. Only those that are not here yet are fetched, all of them at once. */
    private Vector<LeaseEntry> leases(Map<String, String> refs) throws IOException {
        var missing = Vector.<String>empty();
        for (var ref : refs) if (!objects.has(ref._2())) missing = missing.append(ref._1());
        var here = refs.removeAll(missing);
        var fetched = missing.isEmpty() ? here : git.fetch(missing.sorted(), Vector.empty());
        var leases = Vector.<LeaseEntry>empty();
        for (var ref : fetched.merge(here)) leases = leases.appendAll(readable(ref._1(), ref._2()));
        return leases.sortBy(entry -> entry.lease().run());
    }

    @Override
    public Option<LeaseEntry> find(String run) throws IOException {
        var ref = new SharedRefs(run).lease();
        var found = git.list(Vector.of(ref)).get(ref);
        if (found.isEmpty()) return Option.none();
        var object =
                objects.has(found.get())
                        ? found
                        : git.fetch(Vector.of(ref), Vector.empty()).get(ref);
        return object.isEmpty() ? Option.none() : Option.of(entry(run, object.get()));
    }

    /** A lease that cannot be read does not hide the others. */
    private Option<LeaseEntry> readable(String ref, String object) throws IOException {
        try {
            return Option.of(entry(ref.substring(SharedRefs.LEASES.length()), object));
        } catch (UnreadableLease skipped) {
            return Option.none();
        }
    }

    private LeaseEntry entry(String run, String object) throws IOException {
        var files = objects.files(object);
        if (!files.containsKey(LEASE_FILE))
            throw new UnreadableLease(run, "it has no " + LEASE_FILE);
        try {
            return new LeaseEntry(LEASE.read(text(files, LEASE_FILE)), object);
        } catch (WireFault other) {
            throw new UnreadableLease(run, String.valueOf(other.getMessage()));
        }
    }

    private String text(Map<String, String> files, String path) throws IOException {
        var blob =
                files.get(path)
                        .getOrElseThrow(() -> new IOException("a shared run has no " + path));
        return new String(objects.content(blob), StandardCharsets.UTF_8);
    }

    @Override
    public LeaseEntry prepare(RunLease lease) throws IOException {
        var file = LEASE.write(lease).getBytes(StandardCharsets.UTF_8);
        return new LeaseEntry(
                lease, objects.write(Option.none(), _ -> true, LinkedHashMap.of(LEASE_FILE, file)));
    }

    @Override
    public PushResult move(Option<String> before, LeaseEntry next) throws IOException {
        return push(before, next, Vector.empty());
    }

    @Override
    public PublishedRun prepare(Option<PublishedRun> before, RunCapture capture)
            throws IOException {
        Map<String, byte[]> files =
                LinkedHashMap.of(
                        MANIFEST_FILE,
                        MANIFEST.write(capture.manifest()).getBytes(StandardCharsets.UTF_8));
        if (capture.log().length > 0)
            files = files.put(LOG + "%019d".formatted(capture.offset()), capture.log());
        for (var blob : capture.blobs())
            files = files.put(BLOBS + blob._1().substring(0, 2) + "/" + blob._1(), blob._2());
        for (var file : capture.exchanged()) files = files.put(EXCHANGE + file._1(), file._2());
        var log =
                objects.write(
                        before.map(PublishedRun::log), path -> path.startsWith(EXCHANGE), files);
        objects.point(RunContext.SHARED + capture.manifest().run(), objects.treeOf(log));
        var saved = capture.manifest().refs().values().toVector().distinct();
        var head = capture.manifest().head();
        var isClean = saved.isEmpty() && objects.treeOf(head).equals(capture.tree());
        return new PublishedRun(
                log,
                isClean ? head : objects.write(capture.tree(), Vector.of(head).appendAll(saved)),
                capture.offset() + capture.log().length);
    }

    @Override
    public PushResult publish(
            Option<String> lease, Option<PublishedRun> before, LeaseEntry next, PublishedRun run)
            throws IOException {
        var refs = new SharedRefs(next.lease().run());
        try {
            var secrets = secrets(before, run);
            if (secrets.nonEmpty()) return new PushResult.Secrets(secrets);
        } catch (GitFault silent) {
            return unreachable(silent);
        }
        return push(
                lease,
                next,
                Vector.of(
                                new RefMove(refs.log(), before.map(PublishedRun::log), run.log()),
                                new RefMove(
                                        refs.work(), before.map(PublishedRun::work), run.work()))
                        .filter(move -> !move.before().contains(move.object())));
    }

    /** Returns the new objects with a secret. Logs and blobs were redacted when written. */
    private Vector<String> secrets(Option<PublishedRun> before, PublishedRun run)
            throws IOException {
        var known = before.map(it -> Vector.of(it.log(), it.work())).getOrElse(this::tips);
        var found = Vector.<String>empty();
        for (var object : git.objects(Vector.of(run.log(), run.work()), known)) {
            int space = object.indexOf(' ');
            var path = space < 0 ? "" : object.substring(space + 1);
            if (path.startsWith(LOG) || path.startsWith(BLOBS)) continue;
            var text = objects.text(RecordedPack.hashOf(object));
            if (text.exists(content -> !redaction.isClean(content)))
                found = found.append(path.isEmpty() ? "commit " + object : path);
        }
        return found;
    }

    /** Returns the commits of the shared repository that are here too. */
    private Vector<String> tips() {
        try {
            var tips = git.branches().values().toVector();
            var known = Vector.<String>empty();
            for (var tip : tips.distinct()) if (objects.has(tip)) known = known.append(tip);
            return known;
        } catch (IOException unknown) {
            return Vector.empty();
        }
    }

    private PushResult push(Option<String> before, LeaseEntry next, Vector<RefMove> more)
            throws IOException {
        var ref = new SharedRefs(next.lease().run()).lease();
        var moves = more.prepend(new RefMove(ref, before, next.object()));
        String why;
        try {
            var pushed = git.push(moves);
            if (pushed.succeeded()) return new PushResult.Accepted();
            why = pushed.err();
        } catch (GitFault unanswered) {
            if (unanswered.kind() == GitFault.Kind.INTERRUPTED) throw unanswered;
            why = String.valueOf(unanswered.getMessage());
        }
        return seen(ref, before, next, why);
    }

    /** What a push has done is read from the lease, whatever git said. */
    private PushResult seen(String ref, Option<String> before, LeaseEntry next, String why)
            throws IOException {
        try {
            var now = git.list(Vector.of(ref)).get(ref);
            if (now.contains(next.object())) return new PushResult.Accepted();
            if (now.equals(before))
                return isDeclined(why)
                        ? new PushResult.Declined(why.strip())
                        : new PushResult.Unreachable(why.strip());
            return new PushResult.Fenced(find(next.lease().run()).map(LeaseEntry::lease));
        } catch (GitFault silent) {
            return unreachable(silent);
        }
    }

    /** Git names each ref that the other side rejects; a lock there is one of a moment. */
    private static boolean isDeclined(String why) {
        return why.lines()
                .filter(line -> line.contains("[remote rejected]"))
                .anyMatch(line -> !line.contains("lock") && !line.contains("failed to update"));
    }

    private static PushResult unreachable(GitFault fault) throws GitFault {
        if (fault.kind() == GitFault.Kind.INTERRUPTED) throw fault;
        return new PushResult.Unreachable(String.valueOf(fault.getMessage()));
    }

    /**
     * Removes all of a run, unless it has changed.
     *
     * @return whether it is removed
     */
    public boolean remove(LeaseEntry lease) throws IOException {
        var refs = new SharedRefs(lease.lease().run());
        var there = git.list(refs.all()).put(refs.lease(), lease.object());
        var pushed = git.remove(there);
        if (pushed.succeeded()) return true;
        var now = git.list(refs.all());
        if (now.equals(there)) throw pushed.asFault("push");
        return now.isEmpty();
    }

    /** Returns the commands of other clones. */
    public SharedInbox inbox() {
        return new SharedInbox(git, objects);
    }

    /**
     * Returns a name of this repository that is the same in every clone, and makes it if needed.
     */
    public String identity() throws IOException {
        var known = git.list(Vector.of(SharedRefs.FLEET)).get(SharedRefs.FLEET);
        if (known.isDefined()) return known.get();
        var nonce = UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8);
        var fresh = objects.write(Option.none(), _ -> true, LinkedHashMap.of("fleet", nonce));
        var pushed = git.push(Vector.of(new RefMove(SharedRefs.FLEET, Option.none(), fresh)));
        return git.list(Vector.of(SharedRefs.FLEET))
                .get(SharedRefs.FLEET)
                .getOrElseThrow(() -> pushed.asFault("push"));
    }

    /** Returns what is published of a run, as it must be for the next publication. */
    Option<PublishedRun> published(String run) throws IOException {
        return fetch(run).map(FetchedRun::objects);
    }

    @Override
    public Option<FetchedRun> fetch(String run) throws IOException {
        var refs = new SharedRefs(run);
        var wanted = Vector.of(refs.log(), refs.work());
        var there = git.list(wanted);
        if (there.size() < wanted.size()) return Option.none();
        var isHere =
                objects.has(there.get(refs.log()).get())
                        && objects.has(there.get(refs.work()).get());
        var fetched = isHere ? there : git.fetch(wanted, heads());
        var log = fetched.get(refs.log());
        var work = fetched.get(refs.work());
        return log.isEmpty() || work.isEmpty()
                ? Option.none()
                : Option.of(read(log.get(), work.get()));
    }

    private Vector<String> heads() throws IOException {
        return objects.refs("refs/heads/")
                .merge(objects.refs("refs/remotes/"))
                .values()
                .toVector()
                .distinct()
                .take(TIPS_MAX);
    }

    private FetchedRun read(String logged, String work) throws IOException {
        var files = objects.files(logged);
        var log = new ByteArrayOutputStream();
        Map<String, byte[]> blobs = HashMap.empty();
        Map<String, byte[]> exchanged = HashMap.empty();
        for (var path : files.keySet().toVector().sorted()) {
            var content = objects.content(files.get(path).get());
            if (path.startsWith(LOG)) log.writeBytes(content);
            if (path.startsWith(BLOBS))
                blobs = blobs.put(path.substring(path.lastIndexOf('/') + 1), content);
            if (path.startsWith(EXCHANGE))
                exchanged = exchanged.put(path.substring(EXCHANGE.length()), content);
        }
        var manifest = MANIFEST.read(text(files, MANIFEST_FILE));
        objects.point(RunContext.SHARED + manifest.run(), objects.treeOf(logged));
        return new FetchedRun(
                new PublishedRun(logged, work, log.size()),
                manifest,
                log.toByteArray(),
                blobs,
                exchanged,
                objects.treeOf(work));
    }

    @Override
    public void close() throws IOException {
        objects.close();
        git.close();
    }
}
