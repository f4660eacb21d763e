package dev.foldline.app.view;

import org.jline.utils.ScreenTerminal;

import java.util.List;
import java.util.stream.IntStream;

/** Reads the text that an emulated terminal shows. */
public final class ScreenCells {
    private ScreenCells() {}

    /** The lines without trailing blanks; none while the terminal is resized. */
    public static List<String> lines(ScreenTerminal screen) {
        try {
            var width = screen.getColumns();
            var cells = new long[width * screen.getRows()];
            screen.dump(cells, new int[2]);
            return IntStream.range(0, screen.getRows())
                    .mapToObj(row -> row(cells, row, width))
                    .toList();
        } catch (RuntimeException resized) {
            return List.of();
        }
    }

    private static String row(long[] cells, int row, int width) {
        var text = new StringBuilder();
        for (int column = 0; column < width; column++) {
            int point = ScreenTerminal.cellCodePoint(cells[row * width + column]);
            if (point > 0) text.appendCodePoint(point);
        }
        return text.toString().stripTrailing();
    }
}
