package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.server.browser.Browser;
import dev.foldline.app.server.browser.Tab;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The parts of the pages that work something out, each by itself, in a real browser. */
class PageModulesTest {
    @TempDir static Path folder;
    private static Optional<TestServer> served = Optional.empty();
    private static Optional<Tab> tab = Optional.empty();

    @BeforeAll
    static void a_page() throws Exception {
        var browser = Browser.shared();
        if (browser.isEmpty()) return;
        served = Optional.of(TestServer.at(CliFixture.ready(folder)));
        tab = Optional.of(browser.get().open());
        tab.get().go(served.get().service.invitation());
    }

    @AfterAll
    static void the_tab_and_the_server_close() throws IOException {
        tab.ifPresent(Tab::close);
        if (served.isPresent()) served.get().close();
    }

    @BeforeEach
    void the_page_opens_on_the_start_view() {
        tab().go(served.orElseThrow().at("/").toString());
        tab().until("document.querySelector('main section')");
    }

    private static Tab tab() {
        return tab.orElseGet(Browser::missing);
    }

    /**
     * @param use what is done with the module {@code it}
     */
    private JsonNode using(String module, String use) {
        return tab().value("import('/" + module + ".js').then(it => (" + use + "))");
    }

    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }

    // ---- differences

    private JsonNode parsed(String diff) {
        return using("diff", "it.parsed(" + quoted(diff) + ")");
    }

    private static List<String> signs(JsonNode file) {
        return file.get("hunks")
                .valueStream()
                .flatMap(hunk -> hunk.get("lines").valueStream())
                .map(line -> line.get("sign").asString() + line.get("text").asString())
                .toList();
    }

    @Test
    void lines_that_resemble_the_header_of_a_file_are_lines() {
        var files =
                parsed(
                        """
                        diff --git a/a b.txt b/a b.txt
                        index 1..2 100644
                        --- a/a b.txt
                        +++ b/a b.txt
                        @@ -1,3 +1,3 @@ fn
                         same
                        --- a/old
                        +++ b/new
                         diff --git a/x b/x
                        diff --git a/second b/second
                        new file mode 100644
                        --- /dev/null
                        +++ b/second
                        @@ -0,0 +1 @@
                        +only
                        \\ No newline at end of file
                        """);
        assertThat(files).hasSize(2);
        assertThat(files.get(0).get("path").asString()).isEqualTo("a b.txt");
        assertThat(signs(files.get(0)))
                .containsExactly(" same", "--- a/old", "+++ b/new", " diff --git a/x b/x");
        assertThat(files.get(0).get("added").asInt()).isEqualTo(1);
        assertThat(files.get(0).get("removed").asInt()).isEqualTo(1);
        assertThat(signs(files.get(1))).containsExactly("+only", "\\ No newline at end of file");
        assertThat(files.get(1).get("notes").get(0).asString()).isEqualTo("new file mode 100644");
    }

    @Test
    void lines_are_numbered_as_in_the_file_before_and_the_file_after() {
        var lines =
                parsed(
                                "diff --git a/f b/f\n"
                                        + "@@ -10,3 +20,3 @@\n"
                                        + " a\n"
                                        + "-b\n"
                                        + "+c\n"
                                        + " d\n"
                                        + "@@ -40 +50 @@\n"
                                        + "-x\n"
                                        + "+y\n")
                        .get(0)
                        .get("hunks")
                        .valueStream()
                        .flatMap(hunk -> hunk.get("lines").valueStream())
                        .map(line -> line.get("old") + " " + line.get("now"))
                        .toList();
        assertThat(lines)
                .containsExactly("10 20", "11 null", "null 21", "12 22", "40 null", "null 50");
    }

    @Test
    void a_file_without_lines_shows_why() {
        var files =
                parsed(
                        "diff --git a/p.png b/p.png\n"
                                + "index 1..2 100644\n"
                                + "Binary files a/p.png and b/p.png differ\n"
                                + "diff --git a/run b/run\n"
                                + "old mode 100644\n"
                                + "new mode 100755\n");
        assertThat(files.get(0).get("notes").get(0).asString())
                .isEqualTo("Binary files a/p.png and b/p.png differ");
        assertThat(files.get(1).get("notes").valueStream().map(JsonNode::asString))
                .containsExactly("old mode 100644", "new mode 100755");
        assertThat(parsed("")).isEmpty();
    }

    // ---- timelines

    /** A row each: kind, phase, revision, ways back, ticket, effect, tone. */
    private static String rows(String... rows) {
        var text = new StringBuilder("[");
        for (int i = 0; i < rows.length; i++) {
            var field = rows[i].split(" ");
            text.append(i == 0 ? "" : ",")
                    .append(
                            "{seq:%d,kind:'%s',stage:'s',turn:1,phase:'%s',revision:%s,back:%s,ticket:%s,effect:'%s',agent:'mine',tone:'%s',text:'t',calls:%d,usd:0}"
                                    .formatted(
                                            i + 1, field[0], field[1], field[2], field[3], field[4],
                                            field[5], field[6], i));
        }
        return text.append("]").toString();
    }

    private static final String FAILING =
            rows(
                    "phase_entered work 1 0 1 - plain",
                    "effect_started work 1 0 2 invoke_agent plain",
                    "session_started work 1 0 2 - plain",
                    "agent_failed work 1 1 2 - failed",
                    "effect_started work 1 1 3 invoke_agent plain",
                    "agent_finished work 1 1 3 - plain",
                    "phase_entered work 2 1 4 - plain",
                    "effect_started work 2 1 5 invoke_agent plain");

    private static List<String> stretches(JsonNode found, String name) {
        return found.valueStream()
                .map(
                        each ->
                                each.get("from")
                                        + "-"
                                        + each.get("to")
                                        + " "
                                        + each.get(name).asString())
                .toList();
    }

    @Test
    void a_rewind_starts_another_attempt_and_a_redone_phase_starts_with_the_first() {
        assertThat(stretches(using("tracks", "it.phases(" + FAILING + ")"), "label"))
                .containsExactly("1-6 work", "7-8 work · rev 2");
        assertThat(stretches(using("tracks", "it.tries(" + FAILING + ")"), "number"))
                .containsExactly("1-4 1", "5-6 2", "7-8 1");
    }

    @Test
    void a_call_extends_to_its_answer_or_to_the_end_without_one() {
        assertThat(stretches(using("tracks", "it.calls(" + FAILING + ")"), "outcome"))
                .containsExactly("2-4 failed", "5-6 done", "8-8 open");
    }

    @Test
    void failures_and_rewinds_have_marks_and_other_events_have_none() {
        assertThat(
                        using("tracks", "it.marks(" + FAILING + ")")
                                .valueStream()
                                .map(each -> each.get("seq") + " " + each.get("shape").asString()))
                .containsExactly("4 back", "4 cross");
    }

    @Test
    void commits_that_were_found_have_a_mark_and_empty_checks_have_none() {
        var looked =
                rows(
                                "commits_seen work 1 0 1 - plain",
                                "work_observed work 1 0 2 - plain",
                                "commits_seen work 1 0 3 - plain")
                        .replaceFirst("seq:1,", "seq:1,commits:2,")
                        .replaceFirst("seq:2,", "seq:2,commits:1,");
        assertThat(
                        using("tracks", "it.marks(" + looked + ")")
                                .valueStream()
                                .map(each -> each.get("seq").asInt()))
                .containsExactly(1, 2);
    }

    @Test
    void every_status_has_a_shape_beside_its_word() {
        var words =
                Stream.of(
                                Stream.of(WorkflowStatus.values()).map(WorkflowStatus::word),
                                Stream.of(TaskStatus.values()).map(TaskStatus::word),
                                Stream.of(TerminalStatus.values()).map(TerminalStatus::word))
                        .flatMap(each -> each)
                        .distinct()
                        .toList();
        for (var word : words)
            assertThat(using("words", "it.hasShape('" + word + "')").asBoolean()).as(word).isTrue();
        assertThat(using("words", "it.stands('review_rejected').textContent").asString())
                .isEqualTo("review rejected");
    }

    // ---- elements

    @Test
    void drawing_again_keeps_the_focus_what_is_unfolded_and_what_was_typed() {
        var drawn =
                """
                (() => {
                  const draw = (...names) => it.show(document.body, names.map(name => it.el('section', { 'data-key': name },
                    it.el('details', {}, it.el('summary', {}, name)), it.el('input', { id: 'in-' + name }), it.el('button', { id: 'go-' + name, on: { click: () => { window.pressed = names.length; } } }, name))));
                  draw('a', 'b');
                  const input = document.getElementById('in-b');
                  input.value = 'typed';
                  input.focus();
                  document.querySelectorAll('details')[1].open = true;
                  draw('c', 'b', 'a');
                  document.getElementById('go-b').click();
                  return [document.activeElement === input, document.getElementById('in-b').value, document.querySelectorAll('details')[1].open,
                    [...document.querySelectorAll('section')].map(each => each.dataset.key).join(''), window.pressed];
                })()\
                """;
        assertThat(using("dom", drawn).toString()).isEqualTo("[true,\"typed\",true,\"cba\",3]");
    }

    @Test
    void no_link_leads_to_another_host() {
        for (var address :
                List.of(
                        "javascript:alert(1)",
                        "https://example.org/",
                        "//example.org/",
                        "data:text/html,x"))
            assertThat(
                            using(
                                            "dom",
                                            "(() => { try { it.el('a', { href: "
                                                    + quoted(address)
                                                    + " }); return 'made'; } catch (refused) {"
                                                    + " return 'refused'; } })()")
                                    .asString())
                    .as(address)
                    .isEqualTo("refused");
        assertThat(using("dom", "it.el('a', { href: '#/run/x' }).getAttribute('href')").asString())
                .isEqualTo("#/run/x");
    }
}
