package dev.foldline.effects.forge;

import dev.foldline.effects.forge.RemarkCollector.Remark;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/** The review threads of a pull request, as a forge has them. */
interface ReviewThreads {
    /** How forges answer if a thread, or a way to change it, is not there. */
    Set<Integer> MISSING = Set.of(404, 405, 410);

    /** Reads the threads, each with its remarks, oldest first. */
    List<ReviewThread> read() throws IOException, InterruptedException;

    /** A thread as it was read. */
    interface ReviewThread {
        /** Returns whether what it asks for is done. */
        boolean isResolved();

        List<Remark> remarks();

        /** Adds a remark; before a repetition, check whether it was accepted. */
        void add(String body) throws IOException, InterruptedException;

        /** Resolves it, if the forge has a way to do so. */
        void resolve() throws IOException, InterruptedException;
    }

    /** Sends a document about something that may be gone by now. */
    static void send(ForgeApi api, String path, Object document)
            throws IOException, InterruptedException {
        var answer = api.post(path, document);
        if (!MISSING.contains(answer.status())) ForgeApi.expected(answer, path);
    }
}
