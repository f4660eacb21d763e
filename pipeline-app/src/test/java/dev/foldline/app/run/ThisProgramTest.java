package dev.foldline.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Main;

import org.junit.jupiter.api.Test;

class ThisProgramTest {

    @Test
    void the_class_named_as_main_is_the_main_class() {
        assertThat(ThisProgram.MAIN_CLASS).isEqualTo(Main.class.getName());
    }
}
