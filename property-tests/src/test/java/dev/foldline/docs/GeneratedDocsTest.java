package dev.foldline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.Event;
import dev.foldline.core.state.Fault;
import dev.foldline.mutant.MutantPage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The pages that the code prints are what it prints today. */
class GeneratedDocsTest {
    private static final Path FOLDER = ProjectFiles.DOCS.resolve("generated");

    private static final List<GeneratedPage> PAGES =
            List.of(
                    new GeneratedPage("rules.md", GeneratedPage::rules),
                    new GeneratedPage("ralph.md", WorkflowDocPage::ralph),
                    new GeneratedPage("feature.md", WorkflowDocPage::feature),
                    new GeneratedPage("tdd.md", WorkflowDocPage::tdd),
                    new GeneratedPage("tdd-driven.md", WorkflowDocPage::drivenPhases),
                    new GeneratedPage("tasks.md", WorkflowDocPage::tasks),
                    new GeneratedPage("task.md", WorkflowDocPage::task),
                    new GeneratedPage("effects.md", SealedTypePage::effects),
                    new GeneratedPage("events.md", SealedTypePage::events),
                    new GeneratedPage("faults.md", GeneratedPage::faults),
                    new GeneratedPage("wordings.md", GeneratedPage::wordings),
                    new GeneratedPage("exit-codes.md", GeneratedPage::exitCodes),
                    new GeneratedPage("sandbox.md", SandboxPage::page),
                    new GeneratedPage("acceptance.md", AcceptancePage::page),
                    new GeneratedPage("mutants.md", MutantPage::page));

    static Stream<GeneratedPage> pages() {
        return PAGES.stream();
    }

    /** Rewritten by {@code mvn -pl property-tests -am test -Dfoldline.regenerate=true}. */
    @ParameterizedTest
    @MethodSource("pages")
    void the_page_is_current(GeneratedPage page) throws IOException {
        var file = FOLDER.resolve(page.file());
        if (Boolean.getBoolean("foldline.regenerate")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, page.text().get());
        }
        assertThat(Files.readString(file)).isEqualTo(page.text().get());
    }

    @Test
    void every_page_in_the_folder_is_printed_by_a_test() throws IOException {
        try (var files = Files.list(FOLDER)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.concat(
                                            PAGES.stream().map(GeneratedPage::file),
                                            Stream.of("configuration.md", "operations.md"))
                                    .toList());
        }
    }

    @Test
    void every_effect_event_command_and_fault_is_documented() {
        var silent = new ArrayList<String>();
        for (Class<?> family :
                List.of(Effect.class, Event.class, Command.class, WaitCondition.class)) {
            TypeNames.records(family).stream()
                    .filter(type -> Javadocs.of(type).isEmpty())
                    .map(Class::getName)
                    .forEach(silent::add);
        }
        for (var kind : Fault.Kind.values()) {
            if (Javadocs.of(Fault.Kind.class, kind.name()).isEmpty()) silent.add(kind.name());
        }
        assertThat(silent).isEmpty();
    }
}
