package dev.foldline.app.forge;

import java.io.IOException;

/** Neither the remote nor the configuration says where the forge is. */
final class UnknownForge extends IOException {
    private static final long serialVersionUID = 1L;

    private final String what;
    private final String remedy;

    UnknownForge(String what, String remedy) {
        super(what + "; " + remedy);
        this.what = what;
        this.remedy = remedy;
    }

    String what() {
        return what;
    }

    String remedy() {
        return remedy;
    }
}
