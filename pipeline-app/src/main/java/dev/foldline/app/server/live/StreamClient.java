package dev.foldline.app.server.live;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

import java.util.function.BooleanSupplier;

/**
 * A client that subscribes, and how to answer it.
 *
 * @param isAdmitted whether it is still authenticated
 */
public record StreamClient(Request request, Response response, BooleanSupplier isAdmitted) {}
