package dev.foldline.docs;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.ChildEvent;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;

import java.util.List;

/** Pages that list the members of sealed families with their components. */
final class SealedTypePage {
    private SealedTypePage() {}

    static String effects() {
        var page =
                new StringBuilder(
                        GeneratedPage.head(
                                "Effects",
                                "the sealed types in"
                                    + " `pipeline-core/src/main/java/dev/foldline/core/effect`"));
        page.append(
                """
                An effect is what the state asks for next. It is plain data and carries everything its handler needs. There are
                three kinds:

                """);
        for (Class<?> kind : List.of(ExternalEffect.class, LocalEffect.class, Control.class))
            page.append("- **")
                    .append(kind.getSimpleName())
                    .append("**: ")
                    .append(Javadocs.of(kind))
                    .append('\n');
        page.append("\nMost effects carry a `EffectKey`: ")
                .append(TypeNames.components(EffectKey.class))
                .append(".\n");
        for (Class<?> kind : List.of(ExternalEffect.class, LocalEffect.class)) {
            for (Class<?> family : TypeNames.members(kind))
                section(page, kind.getSimpleName() + ": " + family.getSimpleName(), family);
        }
        section(page, "Control", Control.class);
        section(page, "What a wait waits for", WaitCondition.class);
        return page.toString();
    }

    static String events() {
        var page =
                new StringBuilder(
                        GeneratedPage.head(
                                "Events",
                                "the sealed types in"
                                    + " `pipeline-core/src/main/java/dev/foldline/core/event`"));
        page.append(
                """
                An event is something that happened. It is the only thing that changes the state. Every event names what it answers: the
                `ticket` of an effect, or its number `n` among the inputs from outside. An event that answers nothing awaited changes
                nothing. In the log the type and all names are written in snake_case.
                """);
        for (Class<?> family :
                List.of(
                        RunEvent.class,
                        AgentEvent.class,
                        FileEvent.class,
                        CheckEvent.class,
                        GitEvent.class,
                        ChildEvent.class,
                        InputEvent.class)) section(page, family.getSimpleName(), family);
        section(page, "Commands, from which input events are made", Command.class);
        return page.toString();
    }

    private static void section(StringBuilder page, String title, Class<?> family) {
        page.append("\n## ")
                .append(title)
                .append("\n\n")
                .append(Javadocs.of(family))
                .append("\n\n| name | meaning | components |\n|---|---|---|\n");
        for (Class<?> type : TypeNames.records(family)) {
            page.append("| `")
                    .append(type.getSimpleName())
                    .append("` | ")
                    .append(Javadocs.of(type))
                    .append(" | ")
                    .append(TypeNames.components(type))
                    .append(" |\n");
        }
    }
}
