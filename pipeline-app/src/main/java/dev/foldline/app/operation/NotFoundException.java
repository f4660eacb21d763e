package dev.foldline.app.operation;

import dev.foldline.app.error.UserError;

import java.io.IOException;

/** The run, gate or workflow that a request names does not exist. */
public final class NotFoundException extends UserError {
    private static final long serialVersionUID = 1L;

    private NotFoundException(UserError error) {
        super(error.message(), error.place(), error.hint(), error.exit());
    }

    public static NotFoundException of(UserError error) {
        return new NotFoundException(error);
    }

    /** Looks up what a request names. */
    @FunctionalInterface
    public interface Lookup<T> {
        T find() throws IOException;
    }

    /**
     * @throws NotFoundException if the lookup fails because of what the request names
     */
    public static <T> T unless(Lookup<T> lookup) throws IOException {
        try {
            return lookup.find();
        } catch (UserError unknown) {
            throw of(unknown);
        }
    }
}
