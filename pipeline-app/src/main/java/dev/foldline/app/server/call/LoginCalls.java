package dev.foldline.app.server.call;

/** How browsers come in, and are shown out. */
public interface LoginCalls {

    /** Create a login link for a browser. It works once, for a limited time. */
    String invitation();

    /** From now on the cookie with this secret opens nothing. */
    void leave(String session);

    /** From now on no cookie and no link opens that was given until now. */
    void leaveAll();
}
