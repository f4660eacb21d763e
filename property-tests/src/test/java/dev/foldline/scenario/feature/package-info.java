/** Stories of the workflow {@code feature}: gates, rejections, failures, repairs. */
@NullMarked
package dev.foldline.scenario.feature;

import org.jspecify.annotations.NullMarked;
