package dev.foldline.app.server.live;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.function.BooleanSupplier;

/** A subscriber that receives messages only while it is authenticated. */
record AuthorizedSubscriber(Subscriber client, BooleanSupplier isAdmitted) implements Subscriber {

    @Override
    public void receive(Vector<StreamMessage> messages) throws IOException, InterruptedException {
        look();
        client.receive(messages);
    }

    @Override
    public void hearPassing(Vector<String> messages) throws IOException, InterruptedException {
        look();
        client.hearPassing(messages);
    }

    @Override
    public void sendLagged(StreamPosition after) throws IOException, InterruptedException {
        look();
        client.sendLagged(after);
    }

    @Override
    public void keepAlive() throws IOException, InterruptedException {
        look();
        client.keepAlive();
    }

    @Override
    public void bye() throws IOException, InterruptedException {
        client.bye();
    }

    private void look() throws IOException {
        if (!isAdmitted.getAsBoolean()) throw new IOException("its login has ended");
    }
}
