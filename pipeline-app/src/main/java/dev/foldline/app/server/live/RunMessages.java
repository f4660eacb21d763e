package dev.foldline.app.server.live;

import dev.foldline.app.repository.RunHistory;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.ArrayList;

/** The messages of one run or workflow. A message's position is the number of its event. */
public final class RunMessages extends MessageLog {
    private static final int READ_AT_ONCE = 2_000;

    private final RunHistory history;

    public RunMessages(RunHistory history) {
        this.history = history;
    }

    @Override
    String name() {
        return history.name();
    }

    @Override
    Option<String> subject() {
        return Option.of(history.name());
    }

    @Override
    public long last() throws IOException {
        return history.latest().seq();
    }

    @Override
    Part read(StreamPosition after) throws IOException {
        var found = new ArrayList<StreamMessage>();
        history.walk(
                moment -> {
                    if (moment.seq() >= after.seq())
                        Broadcasts.of(moment)
                                .filter(message -> message.at().isBehind(after))
                                .forEach(found::add);
                    return found.size() < READ_AT_ONCE;
                });
        return new Part(Vector.ofAll(found), found.isEmpty() ? after : found.getLast().at());
    }

    @Override
    void follow(Receiver receiver) throws IOException, InterruptedException {
        receiver.start(StreamPosition.START);
        history.follow(
                moment -> {
                    Broadcasts.of(moment).forEach(receiver::publish);
                    return true;
                });
    }
}
