package dev.foldline.effects.git.local;

import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;

/**
 * The host as JGit sees it: without configuration outside the repository. JGit only reads objects and refs for us, so
 * the user's settings have no say; and it would otherwise measure the disk's clock and write the result to their home.
 */
public final class QuietHost extends SystemReader.Delegate {

    private QuietHost(SystemReader real) {
        super(real);
    }

    /** In force from now on in this process. */
    public static void install() {
        synchronized (QuietHost.class) {
            var current = SystemReader.getInstance();
            if (!(current instanceof QuietHost)) SystemReader.setInstance(new QuietHost(current));
        }
    }

    @Override public FileBasedConfig openUserConfig(Config parent, FS fs) {
        return new NoFile(fs);
    }

    @Override public FileBasedConfig openSystemConfig(Config parent, FS fs) {
        return new NoFile(fs);
    }

    @Override public FileBasedConfig openJGitConfig(Config parent, FS fs) {
        return new NoFile(fs);
    }

    private static final class NoFile extends FileBasedConfig {
        /** Coarser than any disk of today: JGit then reads a young file again rather than trust its time stamp. */
        private static final long CLOCK_TICK_MILLIS = 1000;

        @SuppressWarnings("NullAway") // JGit's own way to say that there is no file
        NoFile(FS fs) {
            super(null, fs);
        }

        @Override public void load() {}

        @Override public void save() {}

        @Override public boolean isOutdated() {
            return false;
        }

        @Override
        public long getTimeUnit(String section, String subsection, String name, long byDefault, TimeUnit unit) {
            return section.equals("filesystem")
                    ? unit.convert(CLOCK_TICK_MILLIS, TimeUnit.MILLISECONDS)
                    : super.getTimeUnit(section, subsection, name, byDefault, unit);
        }
    }
}
