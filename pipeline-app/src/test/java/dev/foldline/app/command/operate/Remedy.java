package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture.CommandResult;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Does what a text says to do, as it is printed: no test types it again. */
public final class Remedy {
    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");
    private static final String END = "(?=\\n|; |, |\\)| && | writes |  |$)";

    private Remedy() {}

    /** The printed command that begins like this. */
    public static String printed(CommandResult reported, String beginning) {
        var command =
                Pattern.compile(Pattern.quote(beginning) + ".*?" + END).matcher(reported.all());
        assertThat(command.find()).as("'%s' is printed in: %s", beginning, reported.all()).isTrue();
        return command.group();
    }

    /** What is typed behind the program's name for the printed command that begins like this. */
    public static String[] arguments(CommandResult reported, String beginning) {
        return words(printed(reported, beginning)).stream().skip(1).toArray(String[]::new);
    }

    /** Runs the printed command that begins like this, a foldline one. */
    public static CommandResult follow(CliFixture place, CommandResult reported, String beginning) {
        return place.foldline(arguments(reported, beginning));
    }

    /** The same, and it must do it. */
    public static CommandResult done(CliFixture place, CommandResult reported, String beginning) {
        var done = follow(place, reported, beginning);
        assertThat(done.exit()).as(printed(reported, beginning) + ": " + done.all()).isZero();
        return done;
    }

    /** Runs the printed git command that begins like this; one that fails fails the test. */
    public static void git(CliFixture place, CommandResult reported, String beginning)
            throws Exception {
        place.git(arguments(reported, beginning));
    }

    /** Says the same again with the flag that is printed like this, and it must do it. */
    public static CommandResult added(
            CliFixture place, CommandResult reported, String flag, String... words) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(1, flag(reported, flag));
        var done = place.foldline(all.toArray(String[]::new));
        assertThat(done.exit()).as(all + ": " + done.all()).isZero();
        return done;
    }

    /** The flag that is printed like this, with its value. */
    public static List<String> flag(CommandResult reported, String flag) {
        return words(printed(reported, "add " + flag)).stream().skip(1).toList();
    }

    private static List<String> words(String command) {
        var words = new ArrayList<String>();
        for (var found = WORD.matcher(command); found.find(); )
            words.add(found.group().replaceAll("'([^']*)'|\"([^\"]*)\"", "$1$2"));
        return words;
    }
}
