package dev.foldline.effects.guard;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.CallGuarded;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.effects.files.FileBaseline;
import dev.foldline.effects.json.JsonForm;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Hashes of the snapshot taken before a call. They are logged before the call starts, so that a
 * removed or rewritten guard file is detected.
 */
final class GuardDigest {
    private static final JsonForm<RepositorySnapshot> SEEN =
            JsonForm.of("what was seen before a call", RepositorySnapshot.class);
    private static final JsonForm<Settings> SETTINGS =
            JsonForm.of("git's settings", Settings.class);

    private GuardDigest() {}

    /** The files that determine what git does and runs, in a fixed order. */
    public record Settings(Vector<FileBaseline> hooks, Vector<FileBaseline> files) {}

    static CallGuarded of(RepositorySnapshot before) {
        return new CallGuarded(
                before.ticket(), digestOf(before), settings(before.hooks(), before.files()));
    }

    static String digestOf(RepositorySnapshot before) {
        return digest(SEEN.write(before));
    }

    static String settings(Vector<FileBaseline> hooks, Vector<FileBaseline> files) {
        return digest(
                SETTINGS.write(
                        new Settings(
                                hooks.sortBy(FileBaseline::path),
                                files.sortBy(FileBaseline::path))));
    }

    /**
     * Returns the logged hashes of this ticket's call, or none if the call was not guarded or did
     * not start.
     */
    static Option<CallGuarded> logged(RunDirectory run, long ticket) {
        if (!Files.exists(run.events())) return Option.none();
        Option<CallGuarded> before = Option.none();
        Option<CallGuarded> ofCall = Option.none();
        try (var reader = LogReader.open(run.events())) {
            while (reader.next() instanceof ReadResult.Line(var line)) {
                Event event =
                        line.event(
                                (bytes, offset, length) ->
                                        Wire.event(line.version(), bytes, offset, length));
                if (event instanceof EffectStarted started && started.ticket() == ticket)
                    ofCall = before.filter(each -> each.ticket() == ticket);
                before = event instanceof CallGuarded guarded ? Option.of(guarded) : Option.none();
            }
        } catch (IOException unreadable) {
            return ofCall;
        }
        return ofCall;
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new PipelineBug("no SHA-256", everyJdkHasIt);
        }
    }
}
