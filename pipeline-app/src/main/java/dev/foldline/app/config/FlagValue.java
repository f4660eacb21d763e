package dev.foldline.app.config;

/**
 * A key set on the command line.
 *
 * @param spelling the flag as it is reported, without the value
 * @param path the key, dotted
 * @param text the value as typed; a list may be given as {@code a,b} or as YAML in brackets
 */
public record FlagValue(String spelling, String path, String text) {
    /** A flag with a name of its own: {@code of("--iterations", "iterations", "5")}. */
    public static FlagValue of(String spelling, String path, String text) {
        return new FlagValue(spelling, path, text);
    }

    /** {@code --set key.path=value}. */
    public static FlagValue set(String assignment) {
        return below("--set", "", assignment);
    }

    /** {@code --agent ROLE=A,B}. */
    public static FlagValue agent(String assignment) {
        return below("--agent", "roles.", assignment);
    }

    /** {@code --budget usd=5}, {@code --budget development.usd=2}. */
    public static FlagValue budget(String assignment) {
        var isOfAPhase =
                assignment.split("=", 2)[0].contains(".") && !assignment.startsWith("phases.");
        return below("--budget", isOfAPhase ? "budget.phases." : "budget.", assignment);
    }

    /** The flag alone. */
    public String flag() {
        return spelling.split(" ", 2)[0];
    }

    /** What was typed behind it. */
    public String argument() {
        return spelling.equals(flag())
                ? text
                : spelling.substring(flag().length() + 1) + "=" + text;
    }

    /** Returns whether it adds to the limit of a started run. */
    boolean adds() {
        return spelling.startsWith("--budget ") && text.startsWith("+");
    }

    /** {@code --gate plan,merge}. */
    public static FlagValue gate(String phases) {
        return new FlagValue("--gate", "gates", phases);
    }

    private static FlagValue below(String flag, String section, String assignment) {
        int equals = assignment.indexOf('=');
        var name = equals < 0 ? assignment : assignment.substring(0, equals);
        return new FlagValue(
                flag + " " + name,
                section + name,
                equals < 0 ? "" : assignment.substring(equals + 1));
    }
}
