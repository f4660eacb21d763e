package dev.foldline.app.run;

import java.nio.file.Path;
import java.util.List;

/** This program as a command, to run it in a process of its own. */
final class ThisProgram {
    /** The class with the program's main method, which no other class may depend on. */
    static final String MAIN_CLASS = "dev.foldline.app.Main";

    private ThisProgram() {}

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    static List<String> classPathAndMain() {
        return List.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS);
    }
}
