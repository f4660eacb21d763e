package dev.foldline.effects.agent.chat;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/**
 * A model's answer while it arrives: prints what is said in lines, and keeps the text. A frame for
 * each token would fill the log.
 */
final class StreamedAnswer {
    static final int CHARS_MAX = 4 << 20;

    private static final int PIECE_CHARS = 160;
    private static final long PIECE_NANOS = 1_000_000_000L;

    private final FrameWriter frames;
    private final ChatEndpoint endpoint;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder received = new StringBuilder();
    private final StringBuilder thought = new StringBuilder();
    private long printed = System.nanoTime();
    private Optional<String> finish = Optional.empty();

    StreamedAnswer(FrameWriter frames, ChatEndpoint endpoint) {
        this.frames = frames;
        this.endpoint = endpoint;
    }

    /** Adds a part of an answer, or a whole one. Returns false if the answer is too long. */
    boolean add(JsonNode part) {
        var choice = part.path("choices").path(0);
        for (var message : new JsonNode[] {choice.path("delta"), choice.path("message")}) {
            var content = message.path("content").asString("");
            text.append(content);
            received.append(content);
            thought.append(message.path("reasoning_content").asString(""));
        }
        var reason = choice.path("finish_reason").asString("");
        if (!reason.isEmpty()) finish = Optional.of(reason);
        if (part.path("usage").isObject()) printUsage(part.path("usage"));
        printPieces(false);
        return text.length() <= CHARS_MAX;
    }

    /** Returns why the model stopped, if it has. */
    Optional<String> finish() {
        return finish;
    }

    String text() {
        return text.toString();
    }

    /** Prints what is not yet printed. */
    void flush() {
        printPieces(true);
    }

    private void printPieces(boolean all) {
        boolean due = all || System.nanoTime() - printed > PIECE_NANOS;
        boolean hasText = print("text", received, due);
        boolean hasThought = print("thinking", thought, due);
        if (hasText || hasThought) printed = System.nanoTime();
    }

    private boolean print(String type, StringBuilder piece, boolean due) {
        boolean ready = due || piece.length() >= PIECE_CHARS || piece.indexOf("\n") >= 0;
        if (!ready || piece.isEmpty()) return false;
        frames.print(frames.frame(type).put("text", frames.redact(piece.toString())));
        piece.setLength(0);
        return true;
    }

    private void printUsage(JsonNode usage) {
        long input = Math.max(0, usage.path("prompt_tokens").asLong(0));
        long output = Math.max(0, usage.path("completion_tokens").asLong(0));
        var frame = frames.frame("usage").put("input_tokens", input).put("output_tokens", output);
        long cached = usage.path("prompt_tokens_details").path("cached_tokens").asLong(0);
        if (cached > 0) frame.put("cached_tokens", cached);
        endpoint.prices().ifPresent(prices -> frame.put("usd", prices.cost(input, output)));
        frames.print(frame);
    }
}
