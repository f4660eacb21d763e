package dev.foldline.app.server.live;

import io.vavr.collection.Set;
import io.vavr.collection.Vector;

import java.io.IOException;

/** A subscriber that receives only messages of some types. */
record TypeSubscriber(Subscriber client, Set<String> types) implements Subscriber {

    @Override
    public void receive(Vector<StreamMessage> messages) throws IOException, InterruptedException {
        var wanted = messages.filter(message -> types.contains(message.type()));
        if (wanted.nonEmpty()) client.receive(wanted);
    }

    @Override
    public void hearPassing(Vector<String> messages) throws IOException, InterruptedException {
        client.hearPassing(messages);
    }

    @Override
    public void sendLagged(StreamPosition after) throws IOException, InterruptedException {
        client.sendLagged(after);
    }

    @Override
    public void keepAlive() throws IOException, InterruptedException {
        client.keepAlive();
    }

    @Override
    public void bye() throws IOException, InterruptedException {
        client.bye();
    }
}
