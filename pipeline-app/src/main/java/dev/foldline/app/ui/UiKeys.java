package dev.foldline.app.ui;

import dev.foldline.app.ui.UiKey.Named;
import dev.foldline.app.ui.UiKey.Typed;
import dev.foldline.app.ui.UiMode.Ask;
import dev.foldline.app.ui.UiMode.Browse;
import dev.foldline.app.ui.UiMode.Choose;
import dev.foldline.app.ui.UiMode.Confirm;
import dev.foldline.app.ui.UiMode.Help;
import dev.foldline.app.ui.UiMode.Result;
import dev.foldline.app.ui.UiMode.Running;
import dev.foldline.app.ui.UiMode.Search;

import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.jline.reader.Parser.ParseContext;
import org.jline.reader.impl.DefaultParser;

/** What keys do: a function of the state and the key. */
final class UiKeys {
    private static final int PAGE_LINES = 10;

    /** Commands that answer a gate. */
    private static final Set<String> ANSWERS = HashSet.of("approve", "reject");

    private UiKeys() {}

    /**
     * What a key changes.
     *
     * @param request what the screen alone cannot fulfil
     */
    record Step(UiState state, Option<UiRequest> request) {
        private static Step to(UiState state) {
            return new Step(state, Option.none());
        }

        private static Step requesting(UiState state, UiRequest request) {
            return new Step(state, Option.of(request));
        }
    }

    static Step press(UiState state, UiKey key) {
        if (key == Named.INTERRUPT) return Step.requesting(state, new UiRequest.Quit());
        return switch (state.mode()) {
            case Browse _ -> browse(state.withMessage(Option.none()), key);
            case Running _ -> running(state, key);
            case Confirm(var command) -> confirm(state.withMode(new Browse()), command, key);
            case Ask ask -> ask(state, ask, key);
            case Choose(var commands) -> choose(state.withMode(new Browse()), commands, key);
            case Search(var typed) -> search(state, typed, key);
            case Help _, Result _ -> Step.to(state.withMode(new Browse()));
        };
    }

    private static Step running(UiState state, UiKey key) {
        return key instanceof Typed(var text) && text.equals("q")
                ? Step.requesting(state, new UiRequest.Quit())
                : Step.to(state);
    }

    private static Step browse(UiState state, UiKey key) {
        return switch (key) {
            case Named named -> Step.to(moved(state, named));
            case Typed(var text) -> typed(state, text);
        };
    }

    private static UiState moved(UiState state, Named key) {
        int down = state.detail().pane().isFollowed() ? -PAGE_LINES : PAGE_LINES;
        return switch (key) {
            case UP -> state.select(state.index() - 1);
            case DOWN -> state.select(state.index() + 1);
            case HOME -> state.select(0);
            case END -> state.select(state.list().rows().size() - 1);
            case PAGE_UP -> state.scrolled(-down);
            case PAGE_DOWN -> state.scrolled(down);
            case NEXT_PANE -> state.withPane(state.detail().pane().after(1));
            case PREVIOUS_PANE -> state.withPane(state.detail().pane().after(-1));
            case ESCAPE -> state.withSearch("");
            case ENTER, BACKSPACE, INTERRUPT -> state;
        };
    }

    private static Step typed(UiState state, String text) {
        return switch (text) {
            case "q" -> Step.requesting(state, new UiRequest.Quit());
            case "k" -> Step.to(moved(state, Named.UP));
            case "j" -> Step.to(moved(state, Named.DOWN));
            case "/" -> Step.to(state.withMode(new Search(state.list().search())));
            case "?" -> Step.to(state.withMode(new Help()));
            case "a" -> Step.to(answering(state, "approve"));
            case "r" -> Step.to(answering(state, "reject"));
            case "p" -> Step.to(confirming(state, "pause"));
            case "c" -> Step.to(confirming(state, "resume", "--detach"));
            case "x" -> Step.to(confirming(state, "cancel", "--yes"));
            case "n" -> Step.to(choosing(state));
            default -> Step.to(state);
        };
    }

    private static UiState confirming(UiState state, String command, String... options) {
        return state.run()
                .map(
                        run ->
                                confirming(
                                        state,
                                        Vector.of(command, run.id()).appendAll(Vector.of(options))))
                .getOrElse(state);
    }

    private static UiState confirming(UiState state, Vector<String> words) {
        return state.withMode(new Confirm(new UiRequest.Execute(words)));
    }

    private static UiState answering(UiState state, String command) {
        return state.run()
                .flatMap(run -> run.next().map(UiKeys::words).find(it -> it.head().equals(command)))
                .map(words -> executing(state, words))
                .getOrElse(
                        () ->
                                state.withMessage(
                                        Option.of(
                                                "this run waits for no approval; no gate is"
                                                        + " open")));
    }

    private static UiState choosing(UiState state) {
        var commands = state.run().map(UiRow::next).getOrElse(Vector.empty());
        return commands.isEmpty()
                ? state.withMessage(Option.of("there is nothing to do for this run"))
                : state.withMode(new Choose(commands));
    }

    /** Asks for a yes; for an answer to a gate only if that is shown, and for its comment first. */
    private static UiState executing(UiState state, Vector<String> words) {
        if (ANSWERS.contains(words.head()) && !state.isGateShown())
            return state.withPane(UiPane.GATE)
                    .withMessage(Option.of("read the gate, then press the key again"));
        if (words.head().equals("cancel") && !words.contains("--yes"))
            return confirming(state, words.append("--yes"));
        int comment = words.indexOf("-m");
        return comment < 0 || comment != words.size() - 2
                ? confirming(state, words)
                : state.withMode(new Ask(words.last(), words.init(), ""));
    }

    private static Step confirm(UiState state, UiRequest.Execute command, UiKey key) {
        return key instanceof Typed(var text) && text.equalsIgnoreCase("y")
                ? Step.requesting(state, command)
                : Step.to(state.withMessage(Option.of("nothing was changed")));
    }

    private static Step ask(UiState state, Ask ask, UiKey key) {
        if (key == Named.ENTER && !ask.typed().isBlank())
            return Step.to(confirming(state, ask.words().append(ask.typed())));
        if (key == Named.ESCAPE)
            return Step.to(
                    state.withMode(new Browse()).withMessage(Option.of("nothing was changed")));
        return Step.to(
                state.withMode(new Ask(ask.question(), ask.words(), edited(ask.typed(), key))));
    }

    private static Step choose(UiState state, Vector<String> commands, UiKey key) {
        if (!(key instanceof Typed(var text)) || !text.matches("[1-9]")) return Step.to(state);
        int index = Integer.parseInt(text) - 1;
        return index < commands.size()
                ? Step.to(executing(state, words(commands.get(index))))
                : Step.to(state);
    }

    private static Step search(UiState state, String typed, UiKey key) {
        if (key == Named.ENTER) return Step.to(state.withMode(new Browse()));
        if (key == Named.ESCAPE) return Step.to(state.withMode(new Browse()).withSearch(""));
        var text = edited(typed, key);
        return Step.to(state.withMode(new Search(text)).withSearch(text));
    }

    private static String edited(String typed, UiKey key) {
        if (key instanceof Typed(var text)) return typed + text;
        return key == Named.BACKSPACE && !typed.isEmpty()
                ? typed.substring(0, typed.offsetByCodePoints(typed.length(), -1))
                : typed;
    }

    /** The words of a command as a shell reads them, without the program. */
    private static Vector<String> words(String command) {
        return Vector.ofAll(new DefaultParser().parse(command, 0, ParseContext.SPLIT_LINE).words())
                .tail();
    }
}
