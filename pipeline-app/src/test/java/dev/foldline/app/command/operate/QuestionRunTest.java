package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.error.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Agents that ask, from outside. */
class QuestionRunTest {
    private static final String QUESTION = "Should the greeting be in German or in English?";

    /** Asks in words alone, and does nothing until it has read the answer. */
    private static final String ASKS_IN_WORDS =
            """
            echo "$FOLDLINE_ROLE" >> "$HOME/calls"
            if grep -q 'in English, please' "$FOLDLINE_PROMPT_FILE"; then answered=yes; fi
            if [ "$FOLDLINE_ROLE" = developer ] && [ -z "$answered" ]; then
              echo "%1$s"
              exit 0
            fi
            if [ "$FOLDLINE_ROLE" = analyst ] && [ ! -s work.txt ]; then
              echo '{"status":"partial","summary":"it has asked"}' > .foldline/development_result.json
              exit 0
            fi
            %2$s
            """
                    .formatted(QUESTION, AgentScripts.HELPFUL);

    private static final String ASKS_WITH_A_FILE =
            AgentScripts.except(
                    "planner",
                    """
                    if grep -q 'in English, please' "$FOLDLINE_PROMPT_FILE"; then
                      echo '{"summary":"s","steps":[{"title":"t"}]}' > .foldline/plan.json
                    else
                      echo '{"text":"%s","options":["German","in English, please"],"recommendation":"in English, please"}' > .foldline/question.json
                    fi
                    """
                            .formatted(QUESTION));

    @TempDir Path folder;

    private CliFixture place(String agent, String more) throws IOException, InterruptedException {
        return CliFixture.ready(folder)
                .agent(agent)
                .configured("iterations: 1\nreviews: 0\n" + more);
    }

    @Test
    void an_agent_that_asks_in_words_waits_for_the_user_after_four_calls() throws Exception {
        var place = place(ASKS_IN_WORDS, "");
        var reported = place.foldline("run", "Greet");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(ExitCode.SUSPENDED.value());
        assertThat(Path.of(place.environment.get("HOME"), "calls")).content().hasLineCount(4);
        for (var command : new String[] {"status", "gates", "report"})
            assertThat(place.foldline(command).out()).as(command).contains(QUESTION);
        var answered =
                place.foldline("approve", "question", "-m", "in English, please", "--resume");
        assertThat(answered.exit()).as(answered.all()).isZero();
        var late = place.foldline("approve", "question", "-m", "in German");
        assertThat(late.exit()).as(late.all()).isNotZero();
    }

    @Test
    void an_option_of_a_submitted_question_is_chosen_by_its_number() throws Exception {
        var place = place(ASKS_WITH_A_FILE, "");
        var reported = place.foldline("run", "Greet");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(ExitCode.SUSPENDED.value());
        assertThat(place.foldline("status").out()).contains("option 2", "recommends", QUESTION);
        var answered = place.foldline("approve", "question", "-m", "2", "--resume");
        assertThat(answered.exit()).as(answered.all()).isZero();
    }

    @Test
    void an_assumed_answer_is_reported() throws Exception {
        var place = place(ASKS_WITH_A_FILE, "questions: assume\n");
        var reported = place.foldline("run", "Greet");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.foldline("status").out()).contains("assumed", "in English, please");
        assertThat(place.foldline("report").out()).contains("assumed", "in English, please");
    }

    @Test
    void a_question_is_answered_as_its_status_and_its_page_print() throws Exception {
        var place = place(ASKS_WITH_A_FILE, "");
        place.foldline("run", "Greet");
        var next = printed(place.foldline("status").out(), "foldline gates question \\S+");
        var page = place.foldline(with(next.split(" "))).out();
        var answer =
                printed(page, "foldline approve question \\S+ --revision 1 -m \"your answer\"");
        var recommended = printed(page, "foldline approve question \\S+ --revision 1$");
        assertThat(recommended).doesNotContain("-m");
        var words = answer.replace(" -m \"your answer\"", "").split(" ");
        var answered = place.foldline(with(words, "-m", "in English, please", "--resume"));
        assertThat(answered.exit()).as(answered.all()).isZero();
    }

    private static String[] with(String[] words, String... more) {
        return Stream.concat(Stream.of(words).skip(1), Stream.of(more)).toArray(String[]::new);
    }

    private static String printed(String text, String command) {
        var found = Pattern.compile(command, Pattern.MULTILINE).matcher(text);
        assertThat(found.find()).as(text).isTrue();
        return found.group();
    }
}
