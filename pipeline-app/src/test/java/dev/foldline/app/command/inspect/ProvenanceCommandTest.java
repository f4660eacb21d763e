package dev.foldline.app.command.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Remedy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;

/** How commits came about, from the log and from the notes of git. */
class ProvenanceCommandTest {
    private static final String SMALL = "checks: [\"test -e a.txt\"]\niterations: 1\nreviews: 0\n";

    @TempDir Path folder;

    /** A run with an approved plan and one commit. */
    private CliFixture committed(String lines) throws Exception {
        var place = CliFixture.ready(folder);
        place.configured(SMALL + lines);
        assertThat(place.foldline("run", "--gate", "planning", "Add work").exit()).isEqualTo(3);
        place.foldline("approve", "planning", "-m", "good");
        assertThat(place.foldline("resume").exit()).isZero();
        return place;
    }

    @Test
    void each_commit_has_a_note_with_its_calls_checks_and_approvals() throws Exception {
        var place = committed("provenance: notes\n");

        var shown = place.foldline("provenance");

        assertThat(shown.exit()).as(shown.all()).isZero();
        assertThat(shown.out())
                .contains("Do the work", "the note agrees with the log")
                .containsPattern("run +r\\w{16}, ralph")
                .containsPattern("planner +mine, prompt [0-9a-f]{7}")
                .containsPattern("developer +mine, prompt [0-9a-f]{7}")
                .containsPattern("check +checks passed on this tree")
                .containsPattern("approved +planning, revision 1, at .* by .* \\(terminal\\)");
        var note =
                JsonMapper.shared().readTree(place.git("notes", "--ref=foldline", "show", "HEAD"));
        assertThat(note.get("tree").asString())
                .isEqualTo(place.git("rev-parse", "HEAD^{tree}").strip());
        var prompt = note.get("calls").get(0).get("prompt").asString();
        assertThat(prompt).matches("[0-9a-f]{64}");
        assertThat(place.root.resolve(".git/foldline/blobs/" + prompt)).exists();
        assertThat(place.git("log", "--format=%B", "-1")).doesNotContain("planner");
        notesDiffer(place);
    }

    /** In a clone without the log, with another note, and without one. */
    private void notesDiffer(CliFixture place) throws Exception {
        var head = place.git("rev-parse", "HEAD").strip();
        var clone = folder.resolve("clone").toString();
        place.git("clone", "-q", place.root.toString(), clone);
        place.git("-C", clone, "fetch", "-q", "origin", "refs/notes/*:refs/notes/*");
        var travelled = place.foldline("-C", clone, "provenance", head);
        assertThat(travelled.exit()).as(travelled.all()).isZero();
        assertThat(travelled.out())
                .contains("from the note; no log here confirms it", "\"gate\": \"planning\"");
        place.git("notes", "--ref=foldline", "add", "-f", "-m", "{\"approvals\": []}", "HEAD");
        var contradicted = place.foldline("provenance", "HEAD");
        assertThat(contradicted.exit()).isEqualTo(1);
        assertThat(contradicted.out())
                .contains("the note says something else than the log", "{\"approvals\": []}");
        assertThat(place.foldline("provenance", "--json").out())
                .contains("\"verdict\": \"contradicted\"");
        place.git("notes", "--ref=foldline", "remove", "HEAD");
        assertThat(place.foldline("provenance").out())
                .contains("from the log; the commit has no note", "planning, revision 1");
        var first = place.foldline("provenance", "main");
        assertThat(first.exit()).as(first.all()).isZero();
        assertThat(first.out()).contains("no run made this commit");
        var unknown = place.foldline("provenance", "nothing");
        assertThat(unknown.exit()).isEqualTo(2);
        assertThat(unknown.err()).contains("there is no commit nothing");
        Remedy.git(place, unknown, "git log");
    }

    @Test
    void a_note_that_a_crash_lost_is_written_when_the_run_continues() throws Exception {
        var place = CliFixture.ready(folder);
        place.configured(SMALL + "provenance: notes\n");
        assertThat(place.foldline("run", "--gate", "commit", "Add work").exit()).isEqualTo(3);
        assertThat(place.foldline("provenance").out()).contains("agrees with the log");
        place.git("notes", "--ref=foldline", "remove", "HEAD");
        place.foldline("approve");
        place.foldline("resume");
        assertThat(place.foldline("provenance").out()).contains("agrees with the log");
    }
}
