package dev.foldline.app.run;

/** This program, to run it in a process of its own. */
final class ThisProgram {
    /** The class with the program's main method, which no other class may depend on. */
    static final String MAIN_CLASS = "dev.foldline.app.Main";

    private ThisProgram() {}
}
