package dev.foldline.app.notify;

import dev.foldline.app.config.NotifyKeys;
import dev.foldline.app.config.key.ConfiguredCommand;
import dev.foldline.core.PipelineBug;
import dev.foldline.effects.process.ProcessSpec;

import io.vavr.control.Option;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The channels that the configuration names. */
final class NotificationChannels {
    private static final String ALGORITHM = "HmacSHA256";

    private NotificationChannels() {}

    /**
     * @param files those of the user's command, if they must be as they were
     */
    static List<NotificationChannel> of(
            NotifyKeys keys, ProgramChannel.Context context, Option<ProgramFiles> files) {
        var channels = new ArrayList<NotificationChannel>();
        keys.command().ifPresent(command -> channels.add(command(command, context, files)));
        keys.webhook().ifPresent(at -> channels.add(webhook(at, keys, context.environment())));
        keys.ntfy().ifPresent(at -> channels.add(ntfy(at, keys, context.environment())));
        if (keys.desktop()) channels.add(desktop(context));
        keys.email().ifPresent(address -> channels.add(email(address, context)));
        return channels;
    }

    private static NotificationChannel command(
            ConfiguredCommand command, ProgramChannel.Context context, Option<ProgramFiles> files) {
        var words =
                switch (command) {
                    case ConfiguredCommand.Shell(var line) -> ProcessSpec.shell(line);
                    case ConfiguredCommand.Arguments(var given) -> given;
                };
        return new ProgramChannel(
                "command", context, files, _ -> words, notification -> notification.json() + "\n");
    }

    private static NotificationChannel webhook(
            String address, NotifyKeys keys, Map<String, String> environment) {
        var key = value(keys.webhookKey(), environment);
        return new HttpChannel(
                "webhook",
                URI.create(address),
                (request, notification) -> {
                    var body = notification.json();
                    request.header("Content-Type", "application/json")
                            .header("X-Foldline-Delivery", notification.id())
                            .POST(HttpChannel.body(body));
                    key.ifPresent(
                            secret ->
                                    request.header(
                                            "X-Foldline-Signature",
                                            "sha256=" + signature(secret, body)));
                    return request;
                });
    }

    private static NotificationChannel ntfy(
            String address, NotifyKeys keys, Map<String, String> environment) {
        var token = value(keys.ntfyToken(), environment);
        return new HttpChannel(
                "ntfy",
                URI.create(address),
                (request, notification) -> {
                    request.header("Title", notification.title())
                            .header("Tags", notification.eventName())
                            .POST(HttpChannel.body(notification.body()));
                    notification.link().ifPresent(page -> request.header("Click", page));
                    token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
                    return request;
                });
    }

    private static NotificationChannel desktop(ProgramChannel.Context context) {
        return new ProgramChannel(
                "desktop",
                context,
                Option.none(),
                notification ->
                        List.of(
                                "notify-send",
                                "--app-name=Foldline",
                                "--",
                                notification.title(),
                                notification.body()),
                _ -> "");
    }

    private static NotificationChannel email(String address, ProgramChannel.Context context) {
        return new ProgramChannel(
                "email",
                context,
                Option.none(),
                _ -> List.of("sendmail", "-i", "--", address),
                notification -> mail(address, notification));
    }

    private static String mail(String address, Notification notification) {
        return "To: %s\nSubject: %s\nMessage-ID: <%s@foldline.invalid>\nMIME-Version: 1.0\n"
                        .formatted(address, notification.title(), notification.id())
                + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
                + notification.body()
                + "\n";
    }

    private static Optional<String> value(
            Optional<String> variable, Map<String, String> environment) {
        return variable.map(environment::get).filter(value -> !value.isEmpty());
    }

    /** Returns the HMAC of a text, in hexadecimal. */
    static String signature(String key, String text) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException missing) {
            throw new PipelineBug("no " + ALGORITHM, missing);
        }
    }
}
