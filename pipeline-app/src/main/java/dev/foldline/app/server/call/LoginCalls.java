package dev.foldline.app.server.call;

import dev.foldline.app.user.ServerUser;

/** How browsers come in, and are shown out. */
public interface LoginCalls {

    /** Create a link that logs a browser in as this user. It works once, for a limited time. */
    String invitation(ServerUser user);

    /** From now on the cookie with this secret opens nothing. */
    void leave(String session);

    /** From now on no cookie and no link opens that was given until now. */
    void leaveAll();
}
