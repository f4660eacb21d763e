package dev.foldline.app.server.live;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

import java.util.function.BooleanSupplier;

/**
 * Who asks to follow, and how it can be answered.
 *
 * @param isAdmitted whether it is let in still
 */
public record StreamClient(Request request, Response response, BooleanSupplier isAdmitted) {}
