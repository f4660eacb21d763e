package dev.foldline.effects.forge;

import dev.foldline.core.workflow.MergeMethod;
import dev.foldline.effects.forge.Forge.Written;

import tools.jackson.databind.JsonNode;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Texts from a forge, which are of unknown origin and get into prompts, and texts for it. */
final class ForgeText {
    /** The maximum length of a log in a prompt. */
    static final int LOG_CHARS_MAX = 20_000;

    private static final int NAME_CHARS_MAX = 100;

    /** GitLab and Gitea mark a draft by the start of its title. */
    private static final Pattern DRAFT =
            Pattern.compile(
                    "^(\\s*(draft:|\\[draft]|\\(draft\\)|wip:|\\[wip]))+\\s*",
                    Pattern.CASE_INSENSITIVE);

    /** Space, what controls a terminal, and what changes the direction of text. */
    private static final Pattern INVISIBLE =
            Pattern.compile("[\\s\\p{Cntrl}\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069]+");

    /** NUL, and a half of a surrogate pair. */
    private static final Pattern UNUSABLE = Pattern.compile("[\\x00\\p{Cs}]");

    private ForgeText() {}

    /** Half a character, or none, could be neither written nor given to a program. */
    static String text(JsonNode node, String field) {
        return UNUSABLE.matcher(node.path(field).asString("")).replaceAll("\uFFFD");
    }

    /** Returns when a remark was written; a review has the time when it was sent. */
    static Written written(JsonNode remark) {
        return new Written(
                time(remark, "created_at").or(() -> time(remark, "submitted_at")),
                time(remark, "updated_at"));
    }

    private static Optional<Instant> time(JsonNode node, String field) {
        try {
            return Optional.of(Instant.parse(text(node, field)));
        } catch (DateTimeParseException noTime) {
            return Optional.empty();
        }
    }

    /** Returns a name as one short line, which cannot move a terminal's cursor or its text. */
    static String name(String text) {
        return start(line(text), NAME_CHARS_MAX);
    }

    /** Returns a text as one line. */
    static String line(String text) {
        return INVISIBLE.matcher(text).replaceAll(" ").strip();
    }

    /** Returns the start of a text, without half a character at its end. */
    static String start(String text, int charsMax) {
        if (text.length() <= charsMax) return text;
        return text.substring(
                0, Character.isHighSurrogate(text.charAt(charsMax - 1)) ? charsMax - 1 : charsMax);
    }

    /** Returns a title without the marks of a draft, which would keep it one. */
    static String ready(String title) {
        var rest = DRAFT.matcher(title).replaceFirst("");
        return rest.isBlank() ? "Work of Foldline" : rest;
    }

    /** Returns how the interfaces of forges name it. */
    static String word(MergeMethod method) {
        return method.name().toLowerCase(Locale.ROOT);
    }

    static String cut(String text, int charsMax) {
        return text.length() <= charsMax ? text : start(text, charsMax) + "\n[cut]";
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Returns a text as one part of a path. */
    static String segment(String text) {
        return encoded(text).replace("+", "%20");
    }
}
