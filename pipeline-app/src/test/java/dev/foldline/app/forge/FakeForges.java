package dev.foldline.app.forge;

import dev.foldline.effects.forge.ForgeKind;

import java.io.IOException;
import java.nio.file.Path;

/** A fake of each kind of forge. */
final class FakeForges {
    private FakeForges() {}

    static FakeForge of(ForgeKind kind, Path bare) throws IOException {
        return switch (kind) {
            case GITHUB -> new FakeGitHub(bare);
            case GITLAB -> new FakeGitLab(bare);
            case GITEA -> new FakeGitea(bare);
        };
    }

    static String repository(ForgeKind kind) {
        return kind == ForgeKind.GITLAB ? "me/group/shop" : "me/shop";
    }
}
