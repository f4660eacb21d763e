package dev.foldline.app.server.browser;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A page of a browser, as somebody uses it: looks at it, types, and goes elsewhere. What it
 * complains of is kept.
 */
public final class Tab implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Map<String, Integer> CODES =
            Map.of(
                    "ArrowLeft",
                    37,
                    "ArrowUp",
                    38,
                    "ArrowRight",
                    39,
                    "ArrowDown",
                    40,
                    "Home",
                    36,
                    "End",
                    35,
                    "Tab",
                    9,
                    "Enter",
                    13,
                    "Escape",
                    27);
    private static final int SHIFT = 8;

    /** What the policy of a page forbids is told to the page itself. */
    private static final String FORBIDDEN =
            "document.addEventListener('securitypolicyviolation', event =>"
                    + " console.error('forbidden: ' + event.violatedDirective + ' ' +"
                    + " event.blockedURI))";

    private final AtomicInteger calls = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> awaited = new ConcurrentHashMap<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final WebSocket socket;

    private Tab(URI address, HttpClient http) {
        this.socket = http.newWebSocketBuilder().buildAsync(address, new MessageListener()).join();
    }

    static Tab at(URI address, HttpClient http) {
        var tab = new Tab(address, http);
        for (var part : List.of("Runtime", "Log", "Page")) tab.call(part + ".enable", Map.of());
        tab.call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", FORBIDDEN));
        return tab;
    }

    private final class MessageListener implements WebSocket.Listener {
        private final StringBuilder heard = new StringBuilder();

        @Override
        public @org.jspecify.annotations.Nullable CompletionStage<?> onText(
                WebSocket from, CharSequence part, boolean last) {
            heard.append(part);
            if (last) {
                handleMessage(JsonMapper.shared().readTree(heard.toString()));
                heard.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    private void handleMessage(JsonNode message) {
        if (message.has("id")) {
            var asked = awaited.remove(message.get("id").asInt());
            if (asked != null) asked.complete(message);
            return;
        }
        var said = message.path("params");
        switch (message.path("method").asString()) {
            case "Runtime.exceptionThrown" ->
                    problems.add(said.path("exceptionDetails").toString());
            case "Runtime.consoleAPICalled" -> {
                if (List.of("error", "warning", "assert").contains(said.path("type").asString()))
                    problems.add(said.path("args").toString());
            }
            case "Log.entryAdded" -> {
                if (said.path("entry").path("level").asString().equals("error"))
                    problems.add(said.path("entry").toString());
            }
            default -> {}
        }
    }

    private JsonNode call(String method, Map<String, ?> params) {
        int id = calls.incrementAndGet();
        var answer = new CompletableFuture<JsonNode>();
        awaited.put(id, answer);
        socket.sendText(
                        JsonMapper.shared()
                                .writeValueAsString(
                                        Map.of("id", id, "method", method, "params", params)),
                        true)
                .join();
        try {
            var reported = answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (reported.has("error"))
                throw new AssertionError(method + ": " + reported.get("error"));
            return reported.get("result");
        } catch (TimeoutException late) {
            throw new AssertionError(method + " " + params + " is not answered", late);
        } catch (InterruptedException | ExecutionException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /**
     * What was complained of until now: exceptions, errors of the console, what the policy forbids.
     */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /**
     * Goes there, and comes back when what was shown before is left: the browser says that it goes
     * before it has gone.
     */
    public void go(String address) {
        value("window.isLeft = true");
        var reported = call("Page.navigate", Map.of("url", address));
        // Within a page there is nothing to load.
        until(reported.has("loaderId") ? "!window.isLeft" : "location.href === " + quoted(address));
    }

    /** Loads the page anew, and comes back when the new one shows this. */
    public void reload(String shown) {
        value("window.isLeft = true");
        call("Page.reload", Map.of());
        until("!window.isLeft && " + shown);
    }

    /** Follows a link within the page, and comes back when the page has heard of it. */
    public void follow(String hash) {
        value(
                "new Promise(heard => { addEventListener('hashchange', () => heard(true), { once:"
                        + " true }); location.hash = "
                        + quoted(hash)
                        + "; })");
    }

    /** The value of an expression; of a promise, what it is kept with. */
    public JsonNode value(String expression) {
        var reported =
                call(
                        "Runtime.evaluate",
                        Map.of(
                                "expression",
                                expression,
                                "awaitPromise",
                                true,
                                "returnByValue",
                                true));
        if (reported.has("exceptionDetails"))
            throw new AssertionError(expression + ": " + reported.get("exceptionDetails"));
        return reported.get("result").path("value");
    }

    public String text(String expression) {
        return value(expression).asString();
    }

    /** Waits until something is so; a page that is left meanwhile is asked again. */
    public void until(String condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!isSo(condition)) {
            if (System.nanoTime() > end)
                throw new AssertionError(
                        "it does not come to be so: "
                                + condition
                                + "\n"
                                + problems
                                + "\n"
                                + text("document.body.innerText"));
            pause();
        }
    }

    private boolean isSo(String condition) {
        try {
            return value("Boolean(" + condition + ")").asBoolean();
        } catch (AssertionError gone) {
            return false;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** As many pixels as this; their ratio is 1. */
    public void size(int width, int height) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** What the system is said to prefer: {@code prefers-color-scheme} and the like. */
    public void prefers(String feature, String value) {
        call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", feature, "value", value))));
    }

    /** Presses a key, by its name or its letter. */
    public void key(String key) {
        key(key, false);
    }

    public void shiftKey(String key) {
        key(key, true);
    }

    private void key(String key, boolean shift) {
        var pressed =
                new HashMap<String, Object>(
                        Map.of(
                                "type",
                                "keyDown",
                                "key",
                                key,
                                "code",
                                key.length() == 1
                                        ? "Key" + key.toUpperCase(java.util.Locale.ROOT)
                                        : key,
                                "windowsVirtualKeyCode",
                                CODES.getOrDefault(key, (int) Character.toUpperCase(key.charAt(0))),
                                "modifiers",
                                shift ? SHIFT : 0));
        if (key.length() == 1) pressed.put("text", key);
        if (key.equals("Enter")) pressed.put("text", "\r");
        call("Input.dispatchKeyEvent", pressed);
        pressed.put("type", "keyUp");
        pressed.remove("text");
        call("Input.dispatchKeyEvent", pressed);
    }

    public void type(String text) {
        call("Input.insertText", Map.of("text", text));
    }

    /** Presses what a selector finds, as soon as anybody could see and press it. */
    public void click(String selector) {
        var found = "document.querySelector(" + quoted(selector) + ")";
        until(found + "?.checkVisibility() && !" + found + ".disabled");
        value("(found => { found.focus(); found.click(); })(" + found + ")");
    }

    /**
     * Presses the mouse at this part of what a selector finds, from its left, half way down, and
     * lets go.
     */
    public void point(String selector, double part) {
        var at =
                value(
                        "(box => [box.x + box.width * "
                                + part
                                + ", box.y + box.height / 2])(document.querySelector("
                                + quoted(selector)
                                + ").getBoundingClientRect())");
        for (var type : List.of("mousePressed", "mouseReleased"))
            call(
                    "Input.dispatchMouseEvent",
                    Map.of(
                            "type",
                            type,
                            "x",
                            at.get(0).asDouble(),
                            "y",
                            at.get(1).asDouble(),
                            "button",
                            "left",
                            "clickCount",
                            1));
    }

    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }

    /** A picture of what is seen. */
    public void picture(Path file) throws IOException {
        Files.write(
                file,
                Base64.getDecoder()
                        .decode(
                                call("Page.captureScreenshot", Map.of("format", "png"))
                                        .get("data")
                                        .asString()));
    }

    @Override
    public void close() {
        call("Page.close", Map.of());
    }
}
