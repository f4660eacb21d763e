package dev.foldline.app.server.call;

/** How browsers come in, and are shown out. */
public interface LoginCalls {

    /** A new link that lets a browser in, once and soon. */
    String invitation();

    /** From now on the cookie with this secret opens nothing. */
    void leave(String session);

    /** From now on no cookie and no link opens that was given until now. */
    void leaveAll();
}
