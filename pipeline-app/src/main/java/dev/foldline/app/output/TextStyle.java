package dev.foldline.app.output;

/**
 * Emphasis for terminals; without colours it leaves text as it is. Colour repeats what the words
 * say, never instead of them.
 */
public record TextStyle(boolean coloured) {

    public String strong(String text) {
        return wrap("1", text);
    }

    public String faint(String text) {
        return wrap("2", text);
    }

    public String good(String text) {
        return wrap("32", text);
    }

    public String careful(String text) {
        return wrap("33", text);
    }

    public String bad(String text) {
        return wrap("31", text);
    }

    private String wrap(String code, String text) {
        return coloured && !text.isEmpty() ? "\033[" + code + "m" + text + "\033[0m" : text;
    }
}
