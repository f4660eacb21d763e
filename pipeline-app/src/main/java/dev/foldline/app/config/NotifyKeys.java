package dev.foldline.app.config;

import dev.foldline.app.config.key.ConfigKey;
import dev.foldline.app.config.key.ConfiguredCommand;
import dev.foldline.app.config.key.Doc;
import dev.foldline.app.config.key.Form;
import dev.foldline.effects.git.ConfiguredProgram;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Where notifications about runs go, and which ones. */
public record NotifyKeys(
        @Doc(
                        "Command that receives each notification as JSON on its standard input, and"
                                + " as FOLDLINE_EVENT, FOLDLINE_TITLE, FOLDLINE_TEXT and"
                                + " FOLDLINE_LINK.")
                @ConfigKey
                Optional<ConfiguredCommand> command,
        @Doc("Address that each notification is posted to, as JSON.")
                @ConfigKey(form = Form.ADDRESS)
                Optional<String> webhook,
        @Doc(
                        "Environment variable with the key that signs posts to notify.webhook, as"
                                + " HMAC-SHA-256 in the header X-Foldline-Signature.")
                @ConfigKey(form = Form.VARIABLE)
                Optional<String> webhookKey,
        @Doc("Address of an ntfy topic, such as https://ntfy.example.org/my-topic.")
                @ConfigKey(form = Form.ADDRESS)
                Optional<String> ntfy,
        @Doc("Environment variable with the access token for notify.ntfy.")
                @ConfigKey(form = Form.VARIABLE)
                Optional<String> ntfyToken,
        @Doc("Whether notify-send shows notifications on the desktop.")
                @ConfigKey(standard = "false")
                boolean desktop,
        @Doc("Address that sendmail sends notifications to.") @ConfigKey(form = Form.EMAIL)
                Optional<String> email,
        @Doc("Events to report (default: all of them).") @ConfigKey(range = "0..5")
                List<NotifiedEvent> events,
        @Doc("A wait for a limit is reported if it is at least this long.")
                @ConfigKey(range = "1s..168h", standard = "15m")
                Duration limitWait,
        @Doc(
                        "Address of the dashboard as you reach it, for links in notifications"
                                + " (default: the address of the running server).")
                @ConfigKey(form = Form.ADDRESS)
                Optional<String> link) {

    /** Returns the program that the driver starts for a notification. */
    public List<ConfiguredProgram> programs() {
        return command.stream().map(NotifyKeys::program).toList();
    }

    private static ConfiguredProgram program(ConfiguredCommand command) {
        return new ConfiguredProgram(
                "notify.command",
                switch (command) {
                    case ConfiguredCommand.Shell(var line) -> line;
                    case ConfiguredCommand.Arguments(var words) -> String.join(" ", words);
                });
    }

    /** What a notification can report. */
    public enum NotifiedEvent {
        /** A gate waits for the user's approval. */
        GATE("a gate is open"),
        /** The run halted because of failures. */
        HALTED("the run has halted"),
        /** The run reached its budget. */
        BUDGET("the budget is reached"),
        /** The run waits long for a limit of its agents. */
        LIMIT("all agents are limited"),
        /** The run ended. */
        COMPLETED("the run has ended");

        private final String phrase;

        NotifiedEvent(String phrase) {
            this.phrase = phrase;
        }

        /** Returns the event as text, for titles. */
        public String phrase() {
            return phrase;
        }
    }

    /** Returns whether notifications go anywhere. */
    public boolean isConfigured() {
        return command.isPresent()
                || webhook.isPresent()
                || ntfy.isPresent()
                || desktop
                || email.isPresent();
    }

    /** Returns whether the event is to be reported. */
    public boolean reports(NotifiedEvent event) {
        return events.isEmpty() || events.contains(event);
    }
}
