package dev.foldline.app.config.source;

import org.apiguardian.api.API;

/** Where a value was written. */
@API(status = API.Status.EXPERIMENTAL)
public sealed interface Origin {
    /**
     * As users read it: {@code foldline.yaml:3:1}, {@code environment FOLDLINE_X}, {@code flag --x}
     * or {@code default}.
     */
    String describe();

    /** Reports what is wrong here. */
    default ConfigurationProblem problem(String what, String remedy) {
        return new ConfigurationProblem(this, what, remedy);
    }

    /** The default. */
    record Default() implements Origin {
        @Override
        public String describe() {
            return "default";
        }
    }

    /** In a file; line and column count from 1, a column is a code point. */
    record InFile(String file, int line, int column) implements Origin {
        @Override
        public String describe() {
            return file + ":" + line + ":" + column;
        }
    }

    /** An environment variable. */
    record InEnvironment(String variable) implements Origin {
        @Override
        public String describe() {
            return "environment " + variable;
        }
    }

    /**
     * On the command line; the spelling is what the user typed, without the value ({@code --set
     * budget.usd}).
     */
    record InFlag(String spelling) implements Origin {
        @Override
        public String describe() {
            return "flag " + spelling;
        }
    }
}
