package dev.foldline.effects.fleet;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.local.SharedObjects;
import dev.foldline.effects.store.Inbox;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The commands of other clones to shared runs, and the answers of their drivers. A command stays
 * until the event that it became is published: before, it could be lost with its host.
 */
public final class SharedInbox {
    private static final String FILE = "message.json";

    private final PrivateTransport git;
    private final SharedObjects objects;

    SharedInbox(PrivateTransport git, SharedObjects objects) {
        this.git = git;
        this.objects = objects;
    }

    /**
     * A message to a run.
     *
     * @param object names it as it was sent
     * @param json as it was sent, by anyone who can push to the repository
     */
    public record SharedMessage(String name, String object, String json) {}

    /** Returns the runs with messages that are not answered. */
    public Vector<String> runs() throws IOException {
        return git.list(Vector.of(SharedRefs.INBOX + "*"))
                .keySet()
                .toVector()
                .map(ref -> ref.substring(SharedRefs.INBOX.length()).split("/", 2))
                .filter(parts -> parts.length == 2 && Inbox.isName(parts[1]))
                .map(parts -> parts[0])
                .distinct()
                .sorted();
    }

    /** Sends a message. It is sent again under the same name if there was no answer. */
    public void send(String run, String name, String json) throws IOException {
        var ref = new SharedRefs(run).message(name);
        var object = written(json);
        var pushed = git.push(Vector.of(new RefMove(ref, Option.none(), object)));
        if (!pushed.succeeded() && !git.list(Vector.of(ref)).get(ref).contains(object))
            throw pushed.asFault("push");
    }

    private String written(String json) throws IOException {
        return objects.write(
                Option.none(),
                _ -> true,
                LinkedHashMap.of(FILE, json.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the messages of a run that are not answered, the first one first. */
    public Vector<SharedMessage> messages(String run) throws IOException {
        var prefix = SharedRefs.INBOX + run + "/";
        var messages = Vector.<SharedMessage>empty();
        for (var ref : git.list(Vector.of(prefix + "*")).toVector().sortBy(each -> each._1())) {
            var name = ref._1().substring(prefix.length());
            if (!Inbox.isName(name)) continue;
            var json = content(ref._1(), ref._2());
            messages = messages.append(new SharedMessage(name, ref._2(), json));
        }
        return messages;
    }

    /** Returns the text of a message, empty if it has none: anyone may have written it. */
    private String content(String ref, String object) throws GitFault {
        try {
            if (!objects.has(object)) git.fetch(Vector.of(ref), Vector.empty());
            return objects.files(object)
                    .get(FILE)
                    .flatMap(this::text)
                    .filter(json -> json.length() <= Inbox.MESSAGE_BYTES_MAX)
                    .getOrElse("");
        } catch (GitFault silent) {
            throw silent;
        } catch (IOException noMessage) {
            return "";
        }
    }

    private Option<String> text(String blob) {
        try {
            return objects.text(blob);
        } catch (IOException missing) {
            return Option.none();
        }
    }

    /** Answers a message, which stays until it is removed. */
    public void answer(String run, SharedMessage message, String json) throws IOException {
        var ref = new SharedRefs(run).answer(message.name());
        var pushed = git.push(Vector.of(new RefMove(ref, Option.none(), written(json))));
        if (!pushed.succeeded() && git.list(Vector.of(ref)).isEmpty()) throw pushed.asFault("push");
    }

    /** Removes a message whose event is published. One that is gone was removed before. */
    public void remove(String run, SharedMessage message) throws IOException {
        var ref = new SharedRefs(run).message(message.name());
        var pushed = git.remove(ref, message.object());
        if (!pushed.succeeded() && git.list(Vector.of(ref)).get(ref).contains(message.object()))
            throw pushed.asFault("push");
    }

    /** Fetches the answer to a message, once. */
    public Option<String> fetchAnswer(String run, String name) throws IOException {
        var ref = new SharedRefs(run).answer(name);
        var object = git.list(Vector.of(ref)).get(ref);
        if (object.isEmpty()) return Option.none();
        var json = Option.of(content(ref, object.get()));
        try {
            git.remove(ref, object.get());
        } catch (GitFault kept) {
            return json;
        }
        return json;
    }
}
