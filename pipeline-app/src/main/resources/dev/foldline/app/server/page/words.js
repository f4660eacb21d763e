// How small things are said and drawn: how something stands, how long it took, what it cost.

import { el, svg } from './dom.js';

/** Each status has a shape and a colour, so that none depends on colour alone. */
const SHAPES = {
  ring: 'M6 1.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4Z',
  play: 'M3.2 1.6 10 6l-6.8 4.4Z',
  pause: 'M3 2h2.2v8H3ZM6.8 2H9v8H6.8Z',
  tick: 'M1.8 6.4 4.8 9.4 10.2 2.8',
  cross: 'M2.4 2.4 9.6 9.6M9.6 2.4 2.4 9.6',
  bar: 'M2 6h8M6 1.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4Z',
  merge: 'M3 1.5v9M3 6c4 0 6-1.5 6-4.5',
  diamond: 'M6 .8 11.2 6 6 11.2.8 6Z',
  clock: 'M6 1.6a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8ZM6 3.6V6l1.8 1.4',
};
const FILLED = new Set(['play', 'pause', 'diamond']);

const STANDS = {
  created: ['ring', 'quiet'],
  not_started: ['ring', 'quiet'],
  pending: ['ring', 'quiet'],
  waiting: ['clock', 'quiet'],
  ready: ['ring', 'calm'],
  queued: ['clock', 'calm'],
  running: ['play', 'busy'],
  working: ['play', 'busy'],
  merging: ['merge', 'busy'],
  paused: ['pause', 'care'],
  interrupted: ['pause', 'care'],
  resumable: ['pause', 'care'],
  completed: ['tick', 'good'],
  finished: ['tick', 'good'],
  done: ['tick', 'good'],
  merged: ['tick', 'good'],
  review_passed: ['tick', 'good'],
  failed: ['cross', 'bad'],
  halted: ['cross', 'bad'],
  rejected: ['cross', 'bad'],
  unreadable: ['cross', 'bad'],
  review_rejected: ['cross', 'care'],
  cancelled: ['bar', 'quiet'],
  aborted: ['bar', 'quiet'],
  waiting_for_approval: ['diamond', 'care'],
  budget_reached: ['clock', 'care'],
  wall_clock_limit: ['clock', 'care'],
  unavailable: ['clock', 'care'],
  waiting_to_retry: ['clock', 'care'],
  waiting_for_children: ['clock', 'busy'],
  waiting_for_work: ['clock', 'calm'],
};

/** Whether a status has a shape; one that has none is shown by its word alone. */
export function hasShape(status) {
  return status in STANDS;
}

/** How something stands, as a shape and a word. */
export function stands(status, more = {}) {
  const [shape, tone] = STANDS[status] ?? ['ring', 'quiet'];
  return marked(shape, tone, spoken(status), { 'data-status': status, ...more });
}

/** A word with a shape and a colour. */
export function marked(shape, tone, word, more = {}) {
  return el('span', { class: 'stands ' + tone, ...more }, shapeOf(shape), el('span', {}, word));
}

/** The shape alone, for places that say the word beside it. */
export function shapeOf(shape) {
  return svg(
    'svg',
    {
      viewBox: '0 0 12 12',
      class: 'shape' + (FILLED.has(shape) ? ' filled' : ''),
      'aria-hidden': 'true',
      focusable: 'false',
    },
    svg('path', { d: SHAPES[shape] }),
  );
}

/** `waiting_for_approval` in plain words. */
export function spoken(word) {
  return String(word).replaceAll('_', ' ');
}

export function duration(millis) {
  if (millis === undefined || millis === null || !Number.isFinite(millis)) return '';
  const seconds = Math.max(0, Math.floor(millis / 1000));
  if (seconds >= 86400)
    return Math.floor(seconds / 86400) + 'd ' + Math.floor((seconds % 86400) / 3600) + 'h';
  if (seconds >= 3600)
    return Math.floor(seconds / 3600) + 'h ' + Math.floor((seconds % 3600) / 60) + 'm';
  if (seconds >= 60) return Math.floor(seconds / 60) + 'm ' + (seconds % 60) + 's';
  return seconds >= 10 ? seconds + 's' : (Math.max(0, millis) / 1000).toFixed(1) + 's';
}

/** How long ago or how long it took; it goes on counting by itself while it has no end. */
export function elapsed(from, to) {
  if (!from) return null;
  const start = Date.parse(from);
  return to
    ? el('span', { class: 'num', title: from + ' to ' + to }, duration(Date.parse(to) - start))
    : el(
        'span',
        { class: 'num', 'data-since': start, title: 'since ' + from },
        coarse(Date.now() - start),
      );
}

/** Whole seconds: what counts on a page should not flicker. */
function coarse(millis) {
  return duration(Math.max(0, Math.floor(millis / 1000) * 1000)).replace(/\.0s$/, 's');
}

setInterval(() => {
  for (const each of document.querySelectorAll('[data-since]')) {
    const text = coarse(Date.now() - Number(each.dataset.since));
    if (each.textContent !== text) each.textContent = text;
  }
}, 1000);

export function clock(instant) {
  const time = new Date(instant);
  return el(
    'time',
    { datetime: instant, title: instant, class: 'num' },
    time.toLocaleTimeString([], { hour12: false }),
  );
}

/** The whole time with its zone. */
function zoned(instant) {
  return new Date(instant).toLocaleString([], {
    dateStyle: 'full',
    timeStyle: 'long',
    hour12: false,
  });
}

export function day(instant) {
  return el(
    'time',
    { datetime: instant, title: zoned(instant), class: 'num' },
    new Date(instant).toLocaleString([], {
      dateStyle: 'medium',
      timeStyle: 'short',
      hour12: false,
    }),
  );
}

export function money(usd) {
  return usd === undefined || usd === null
    ? ''
    : '$' + Number(usd).toFixed(Number(usd) < 1 && Number(usd) > 0 ? 3 : 2);
}

/** What a run has cost: `at least $2.00, 3 calls unknown` where some calls reported nothing. */
export function cost({
  usd,
  usd_estimated: estimated,
  usd_unreported: unknown,
  agent_calls: calls,
}) {
  if (!calls) return '';
  const known = (money(usd) || '$0.00') + estimate(usd, estimated);
  if (!unknown) return usd === null ? 'cost unknown' : known;
  return usd === null || unknown === calls
    ? 'cost unknown'
    : 'at least ' + known + ', ' + count(unknown, 'call') + ' unknown';
}

function estimate(usd, estimated) {
  if (estimated === undefined || estimated === null) return '';
  return estimated >= usd ? ' estimated' : ' (' + money(estimated) + ' estimated)';
}

export function count(number, noun) {
  return number + ' ' + noun + (number === 1 ? '' : 's');
}

/** The commits on the branch of a run, for example `1 commit, squashed from 4`. */
export function commits(report) {
  const from = report.squashed_from;
  return count(report.commits.length, 'commit') + (from ? ', squashed from ' + from : '');
}

/** A command that does the same, to be copied. */
export function command(text) {
  return el(
    'span',
    { class: 'command' },
    el('code', { tabindex: '0' }, text),
    el(
      'button',
      {
        type: 'button',
        class: 'copy',
        'aria-label': 'Copy: ' + text,
        title: 'Copy',
        on: { click: event => copy(event.currentTarget, text) },
      },
      'copy',
    ),
  );
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'copied';
  } catch {
    button.textContent = 'copy failed; select it';
  }
  setTimeout(() => {
    button.textContent = 'copy';
  }, 1500);
}
