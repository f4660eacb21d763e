package dev.foldline.app.notify;

import java.io.IOException;

/** Delivers notifications to one place. */
interface NotificationChannel {

    /** Returns the key that configures it. */
    String name();

    /**
     * Delivers a notification once.
     *
     * @throws IOException if it was not accepted
     */
    void deliver(Notification notification) throws IOException, InterruptedException;
}
