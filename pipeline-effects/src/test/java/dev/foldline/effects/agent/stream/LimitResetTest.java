package dev.foldline.effects.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.time.ZonedDateTime;

/** The words in which agents and providers say when a limit ends. */
class LimitResetTest {
    private static final ZonedDateTime NOW =
            ZonedDateTime.parse("2026-11-28T12:00:00+01:00[Europe/Berlin]");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    You've hit your session limit · resets 8pm (Europe/Berlin)          | 2026-11-28T19:01:00Z
                    You've hit your session limit · resets 8pm (Asia/Kolkata)           | 2026-11-28T14:31:00Z
                    You've hit your 5-hour limit · resets 3:53am (UTC)                  | 2026-11-29T03:54:00Z
                    5-hour limit reached ∙ resets 20:15 (America/New_York)              | 2026-11-29T01:16:00Z
                    resets 8pm                                                          | 2026-11-28T19:01:00Z
                    resets 8 p.m. (No/Such_Zone)                                        | 2026-11-28T19:01:00Z
                    resets 12am (UTC)                                                   | 2026-11-29T00:01:00Z
                    resets 12pm (UTC)                                                   | 2026-11-28T12:01:00Z
                    You've hit your weekly limit · resets Dec 2, 10:53pm (UTC)          | 2026-12-02T22:54:00Z
                    You're out of extra usage · resets Dec 2, 3pm (Europe/Berlin)       | 2026-12-02T14:01:00Z
                    resets Dec 2 at 3pm (America/Los_Angeles)                           | 2026-12-02T23:01:00Z
                    resets January 1, 9am (UTC)                                         | 2027-01-01T09:01:00Z
                    try again at Dec 1st, 2026 10:54 PM.                                | 2026-12-01T21:55:00Z
                    try again at 10:54 PM.                                              | 2026-11-28T21:55:00Z
                    Claude usage limit reached, 1795924421                              | 2026-11-29T03:53:41Z
                    Your limit resets at 1795924421000                                  | 2026-11-29T03:53:41Z
                    Rate limited; resets at 2026-11-28T15:00:00Z                        | 2026-11-28T15:00:00Z
                    Rate limited; resets at 2026-11-28 15:00:00 UTC                     | 2026-11-28T15:00:00Z
                    available again at 2026-11-28T15:00:00.123+02:00                    | 2026-11-28T13:00:00Z
                    resets at 2026-11-28 15:00                                          | 2026-11-28T14:01:00Z
                    or try again in 2 days 17 hours 14 minutes.                         | 2026-12-01T04:14:00Z
                    try again in 1 day, 2 hours and 5 minutes.                          | 2026-11-29T13:05:00Z
                    Please try again in 20s.                                            | 2026-11-28T11:00:20Z
                    Please try again in 11.054s. Visit https://example.org              | 2026-11-28T11:00:12Z
                    Please try again in 500ms                                           | 2026-11-28T11:00:01Z
                    Please try again in 1h30m                                           | 2026-11-28T12:30:00Z
                    resets in 3 hours                                                   | 2026-11-28T14:00:00Z
                    resets in about 5 min                                               | 2026-11-28T11:05:00Z
                    try again in less than a minute                                     | 2026-11-28T11:01:00Z
                    try again in an hour                                                | 2026-11-28T12:00:00Z
                    Your quota will reset after 21h53m56s.                              | 2026-11-29T08:53:56Z
                    Retry after 20 seconds                                              | 2026-11-28T11:00:20Z
                    wait 1 week                                                         | 2026-12-05T11:00:00Z
                    resets in 1 day 2 hours                                             | 2026-11-29T13:00:00Z
                    resets 12:30 AM (Asia/Kolkata)                                      | 2026-11-28T19:01:00Z
                    resets 12:00am (Asia/Tokyo)                                         | 2026-11-28T15:01:00Z
                    resets at 00:00 (Australia/Lord_Howe)                               | 2026-11-28T13:01:00Z
                    resets Monday 9am (America/New_York)                                | 2026-11-30T14:01:00Z
                    resets Mon at 9:30 AM (Asia/Kolkata)                                | 2026-11-30T04:01:00Z
                    resets on Saturday, 8pm (Europe/Berlin)                             | 2026-11-28T19:01:00Z
                    resets Saturday 3am (Europe/Berlin)                                 | 2026-12-05T02:01:00Z
                    resets Fri 12am (UTC)                                               | 2026-12-04T00:01:00Z
                    available again on Tuesday                                          | 2026-11-30T23:01:00Z
                    resets tomorrow at 3am (UTC)                                        | 2026-11-29T03:01:00Z
                    resets tomorrow                                                     | 2026-11-28T23:01:00Z
                    resets Wed, Dec 2, 3pm (UTC)                                        | 2026-12-02T15:01:00Z
                    """)
    void an_end_in_words_is_parsed(String message, Instant end) {
        assertThat(LimitResetParser.parse(message).orElseThrow().from(NOW)).isEqualTo(end);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "You've hit your usage limit.",
                "try again later",
                "try again in a moment",
                "Please wait and try again later.",
                "resets 25:00",
                "resets 13pm",
                "resets Feb 30, 3pm",
                "exceeded retry limit, last status: 429 Too Many Requests",
                "it took 5 minutes",
                "resets 8",
                "resets Monday 25:00",
                "resets monthly",
                "wait, saturated",
                "resets sundry counters",
                "try again in 99999999999 days"
            })
    void other_words_name_no_end(String message) {
        assertThat(LimitResetParser.parse(message)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        // The clock shows 02:30 twice on 2026-10-25, and not at all on 2026-03-29.
        "2026-10-25T00:00:00Z,2026-10-25T00:31:00Z",
        "2026-10-25T00:40:00Z,2026-10-25T01:31:00Z",
        "2026-03-28T23:00:00Z,2026-03-29T01:31:00Z"
    })
    void a_weekday_is_that_of_the_clock_also_when_the_clock_is_changed(Instant now, Instant end) {
        assertThat(
                        LimitResetParser.parse("resets Sunday 2:30am (Europe/Berlin)")
                                .orElseThrow()
                                .from(now.atZone(NOW.getZone())))
                .isEqualTo(end);
    }

    @ParameterizedTest
    @CsvSource({
        // The clock shows 02:30 twice on 2026-10-25, and not at all on 2026-03-29.
        "2026-10-25T00:00:00Z,2026-10-25T00:31:00Z",
        "2026-10-25T00:40:00Z,2026-10-25T01:31:00Z",
        "2026-03-28T23:00:00Z,2026-03-29T01:31:00Z"
    })
    void a_minute_that_a_clock_shows_twice_or_never_is_the_next_one(Instant now, Instant end) {
        assertThat(
                        LimitResetParser.parse("resets 2:30am (Europe/Berlin)")
                                .orElseThrow()
                                .from(now.atZone(NOW.getZone())))
                .isEqualTo(end);
    }

    @ParameterizedTest
    @CsvSource({
        "resets 11:50pm,2026-11-28T23:10:00Z",
        "'resets Nov 28, 11:50pm',2026-11-28T23:10:00Z",
        "'resets Dec 31, 11:50pm',2027-01-01T00:10:00Z"
    })
    void an_end_that_has_just_passed_is_over_also_on_another_day_or_year(
            String message, Instant now) {
        var here = now.atZone(NOW.getZone());
        assertThat(LimitResetParser.parse(message).orElseThrow().from(here))
                .isEqualTo(now.plusSeconds(60));
    }

    /** A call may take a moment to end after its provider named the end of the limit. */
    @ParameterizedTest
    @CsvSource({
        "2026-11-28T11:00:01Z,2026-11-28T11:00:01Z",
        "2026-11-28T11:00:00Z,2026-11-28T11:00:00Z",
        "2026-11-28T10:59:59Z,2026-11-28T11:00:00Z",
        "2026-11-28T05:00:01Z,2026-11-28T11:00:00Z",
        "2026-11-28T05:00:00Z,2026-11-28T05:00:00Z"
    })
    void a_limit_that_has_just_ended_ends_now(Instant told, Instant end) {
        assertThat(new LimitReset.At(told).from(NOW)).isEqualTo(end);
    }
}
