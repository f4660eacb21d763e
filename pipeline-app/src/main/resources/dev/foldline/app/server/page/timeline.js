// A run as a picture along which one can move, by mouse, finger or keyboard.

import { el, svg, show } from './dom.js';
import * as tracks from './tracks.js';
import { count, duration, money } from './words.js';

const LANES = [
  ['phase', 24],
  ['try', 16],
  ['agent', 16],
  ['signs', 22],
  ['spent', 26],
];
const GAP = 6;
const AXIS = 18;

/** Room at both ends, for the cursor. */
const EDGE = 6;
const SIGNS = {
  diamond: 'M0-7 7 0 0 7-7 0Z',
  disc: 'M0-4.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Z',
  tick: 'M-5 .5-1.5 4 5-4',
  cross: 'M-4-4 4 4M4-4-4 4',
  start: 'M-3-5V5',
  person: 'M-4-5 5 0-4 5Z',
  back: 'M5 3.5a5 5 0 1 0-9-3.5M-6.5-3-4 .5-.5-1.5',
};
const OPEN_SIGNS = new Set(['tick', 'cross', 'start', 'back']);

/** The signs in words. */
export const LEGEND = [
  ['diamond', 'gate', 'care'],
  ['disc', 'commit, merge or task', 'good'],
  ['tick', 'passed', 'good'],
  ['cross', 'failed', 'bad'],
  ['back', 'rewind', 'care'],
  ['person', 'external input', 'calm'],
  ['start', 'driver or task starts', 'quiet'],
];

export function sign(shape, tone, at = {}) {
  return svg('path', {
    d: SIGNS[shape],
    class: 'sign ' + tone + (OPEN_SIGNS.has(shape) ? ' open' : ''),
    ...at,
  });
}

export class Timeline {
  #rows = [];
  #seq = 0;
  #scale = 'event';
  #moved;
  #picture = svg('svg', { class: 'picture', 'aria-hidden': 'true', focusable: 'false' });
  #slider = el(
    'div',
    {
      class: 'slider',
      role: 'slider',
      tabindex: '0',
      id: 'timeline',
      'aria-label': 'Event',
      'aria-describedby': 'timeline-keys',
      'data-own': '',
      'data-key': 'slider',
      on: {
        keydown: event => this.#key(event),
        pointerdown: event => this.#grab(event),
        pointermove: event => this.#drag(event),
      },
    },
    this.#picture,
  );

  /** The element to put into a page; it stays the same. */
  node = this.#slider;

  /** @param moved called with the number of the selected event */
  constructor(moved) {
    this.#moved = moved;
    new ResizeObserver(() => this.#draw()).observe(this.#slider);
  }

  get seq() {
    return this.#seq;
  }

  get scale() {
    return this.#scale;
  }

  /** Shows the new events; a cursor at the end stays at the end. */
  rows(rows) {
    const atEnd = this.#seq !== 0 && this.#seq === this.#last();
    this.#rows = [...rows];
    if (atEnd) this.moveTo(this.#last(), { silently: true });
    this.#draw();
  }

  /** By event, each as wide as the next; or by time. */
  scaled(scale) {
    this.#scale = scale;
    if (this.#rows.length) this.#center();
    this.#draw();
  }

  moveTo(seq, { silently = false } = {}) {
    const to = Math.min(Math.max(1, seq), Math.max(1, this.#last()));
    const moved = to !== this.#seq;
    this.#seq = to;
    if (this.#width && this.#rows.length && this.#isHidden()) {
      this.#center();
      this.#draw();
    } else this.#point();
    if (moved && !silently) this.#moved(to);
  }

  #last() {
    return this.#rows.length ? this.#rows[this.#rows.length - 1].seq : 0;
  }

  #row(seq) {
    return this.#rows[seq - this.#rows[0].seq];
  }

  // ---- moving

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = this.#destination(event.key, event.shiftKey);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (to !== undefined) this.moveTo(to);
  }

  /** Where a key leads; undefined if there is nothing further that way, null if it is no key of ours. */
  #destination(key, shift) {
    const phases = tracks.phases(this.#rows);
    const signs = tracks.marks(this.#rows);
    switch (key) {
      case 'ArrowLeft':
      case 'ArrowDown':
        return shift ? tracks.previous(phases, this.#seq, each => each.from) : this.#seq - 1;
      case 'ArrowRight':
      case 'ArrowUp':
        return shift
          ? (tracks.next(phases, this.#seq, each => each.from) ?? this.#last())
          : this.#seq + 1;
      case 'PageUp':
        return tracks.previous(phases, this.#seq, each => each.from);
      case 'PageDown':
        return tracks.next(phases, this.#seq, each => each.from) ?? this.#last();
      case 'Home':
        return 1;
      case 'End':
        return this.#last();
      case 'n':
        return tracks.next(signs, this.#seq, each => each.seq);
      case 'p':
        return tracks.previous(signs, this.#seq, each => each.seq);
      case '+':
      case '-':
        this.zoomed(key === '+' ? 2 : 0.5);
        return undefined;
      default:
        return null;
    }
  }

  #grab(event) {
    if (event.button !== 0 || !this.#rows.length) return;
    this.#slider.setPointerCapture(event.pointerId);
    this.#slider.focus({ preventScroll: true });
    this.#to(event);
  }

  #drag(event) {
    if (this.#slider.hasPointerCapture(event.pointerId)) this.#to(event);
  }

  #to(event) {
    this.moveTo(
      this.#nearest(
        event.clientX - this.#slider.getBoundingClientRect().left - this.#gutter + EDGE,
      ),
    );
  }

  #nearest(x) {
    let low = 0;
    let high = this.#rows.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#x(this.#rows[middle].seq + 1) > x) high = middle;
      else low = middle + 1;
    }
    return this.#rows[low].seq;
  }

  /** Shows fewer events with more room for each, around the one one is at; or more again. */
  zoomed(by) {
    this.#zoom = Math.min(Math.max(1, this.#zoom * by), Math.max(1, this.#rows.length / 12));
    this.#center();
    this.#draw();
  }

  // ---- drawing

  #width = 0;
  #gutter = 0;
  #zoom = 1;
  /** What lies left of what is shown, in pixels. */
  #hidden = 0;

  #inner() {
    return this.#width - this.#gutter - 2 * EDGE;
  }

  /** The left edge of an event, of all events on a strip as wide as the zoom makes it. */
  #strip(seq) {
    const first = this.#rows[0];
    const inner = this.#inner() * this.#zoom;
    const total = this.#rows.length;
    if (this.#scale === 'event' || total < 2) return ((seq - first.seq) / total) * inner;
    const start = Date.parse(first.at);
    const span = Math.max(1, Date.parse(this.#rows[total - 1].at) - start);
    // A minimum width for each event, so that events of the same instant can be distinguished and clicked.
    const share = Math.min(0.35, total / inner);
    const at = seq > this.#last() ? span : Date.parse(this.#row(seq).at) - start;
    return ((at / span) * (1 - share) + ((seq - first.seq) / total) * share) * inner;
  }

  #x(seq) {
    return EDGE + this.#strip(seq) - this.#hidden;
  }

  #middle(seq) {
    return this.#scale === 'event' ? (this.#x(seq) + this.#x(seq + 1)) / 2 : this.#x(seq);
  }

  #center() {
    const inner = this.#inner();
    this.#hidden = Math.min(
      Math.max(0, this.#strip(Math.max(1, this.#seq)) - inner / 2),
      inner * (this.#zoom - 1),
    );
  }

  /** Whether the event one is at would be out of sight, or nearly so. */
  #isHidden() {
    const x = this.#middle(this.#seq) - EDGE;
    const margin = this.#inner() / 20;
    return (
      this.#zoom > 1 &&
      ((x < margin && this.#hidden > 0) ||
        (x > this.#inner() - margin && this.#hidden < this.#inner() * (this.#zoom - 1) - 1))
    );
  }

  /** Those of some stretches that are in sight. */
  #seen(list) {
    return this.#zoom === 1
      ? list
      : list.filter(
          each =>
            this.#x((each.to ?? each.seq) + 1) > 0 && this.#x(each.from ?? each.seq) < this.#width,
        );
  }

  #draw() {
    this.#width = Math.floor(this.#slider.clientWidth);
    if (!this.#width || !this.#rows.length) return;
    this.#gutter = this.#width >= 560 ? 58 : EDGE;
    const height = this.#present().reduce((sum, [, tall]) => sum + tall + GAP, 0) + AXIS;
    this.#picture.setAttribute('viewBox', '0 0 ' + this.#width + ' ' + height);
    this.#picture.setAttribute('height', height);
    this.#picture.replaceChildren(
      ...this.#names(),
      svg(
        'svg',
        { x: this.#gutter - EDGE, y: 0, width: this.#inner() + 2 * EDGE, height },
        this.#holds(height),
        this.#lanes(),
        this.#axis(height),
        svg('g', { class: 'cursor' }),
      ),
    );
    this.#point();
  }

  /** A run without agents of its own has no lane for them. */
  #present() {
    const empty = {
      agent: !this.#rows.some(row => row.effect === 'invoke_agent'),
      spent: !tracks.cost(this.#rows).max,
    };
    return LANES.filter(([name]) => !empty[name]);
  }

  #names() {
    if (this.#gutter <= EDGE) return [];
    let top = 0;
    return this.#present().map(([name, tall]) => {
      const text = svg('text', { x: 0, y: top + tall / 2 + 4, class: 'lane' }, name);
      top += tall + GAP;
      return text;
    });
  }

  #lanes() {
    let top = 0;
    const drawn = [];
    for (const [name, tall] of this.#present()) {
      drawn.push(...this['_' + name](top, tall));
      top += tall + GAP;
    }
    return drawn;
  }

  /** Periods of waiting for the user, behind all lanes. */
  #holds(height) {
    return this.#seen(tracks.holds(this.#rows)).map(each =>
      svg(
        'rect',
        {
          class: 'hold',
          x: this.#x(each.from),
          y: 0,
          width: this.#span(each),
          height: height - AXIS,
        },
        svg('title', {}, each.label),
      ),
    );
  }

  #span(each) {
    return Math.max(1.5, this.#x(each.to + 1) - this.#x(each.from));
  }

  _phase(top, tall) {
    const names = [...new Set(tracks.phases(this.#rows).map(each => each.phase))];
    return this.#seen(tracks.phases(this.#rows)).map(each =>
      this.#bar(
        each,
        top,
        tall,
        each.phase === 'end' ? 'phase over' : 'phase hue' + (names.indexOf(each.phase) % 6),
      ),
    );
  }

  _try(top, tall) {
    const recovering = this.#seen(tracks.recoveries(this.#rows)).map(each =>
      this.#bar(each, top, tall, 'recovery'),
    );
    return [
      ...this.#seen(tracks.tries(this.#rows)).map(each =>
        this.#bar(
          { ...each, label: each.number > 1 ? 'try ' + each.number : '' },
          top,
          tall,
          each.number > 1 ? 'try again' : 'try',
        ),
      ),
      ...recovering,
    ];
  }

  _agent(top, tall) {
    return this.#seen(tracks.calls(this.#rows)).map(each =>
      this.#bar(
        { ...each, label: (each.outcome === 'failed' ? '✕ ' : '') + each.label },
        top,
        tall,
        'call ' + each.outcome,
      ),
    );
  }

  /** Of signs of one kind that would lie upon each other only one is drawn. */
  _signs(top, tall) {
    const last = {};
    return this.#seen(tracks.marks(this.#rows)).flatMap(each => {
      const x = each.behind ? this.#x(each.seq + 1) : this.#middle(each.seq);
      if (x - (last[each.shape] ?? -Infinity) < 5) return [];
      last[each.shape] = x;
      return [
        svg(
          'g',
          { transform: 'translate(' + x.toFixed(1) + ' ' + (top + tall / 2) + ')' },
          sign(each.shape, each.tone),
          svg('title', {}, each.seq + ': ' + each.label),
        ),
      ];
    });
  }

  _spent(top, tall) {
    const { max, unit, points } = tracks.cost(this.#rows);
    if (!max) return [];
    const y = value => (top + tall - (value / max) * (tall - 3)).toFixed(1);
    let line = 'M' + this.#x(1).toFixed(1) + ' ' + (top + tall);
    for (const each of points)
      line += 'H' + this.#middle(each.seq).toFixed(1) + 'V' + y(each.value);
    const end = this.#x(this.#last() + 1).toFixed(1);
    return [
      svg('path', { class: 'cost', d: line + 'H' + end + 'V' + (top + tall) + 'Z' }),
      svg(
        'text',
        { class: 'note', x: EDGE + 3, y: top + tall - 4 },
        unit === 'usd' ? money(max) : count(max, 'call'),
      ),
    ];
  }

  #bar(each, top, tall, style) {
    const x = this.#x(each.from);
    const width = this.#span(each);
    const room = Math.floor((width - 8) / 6.4);
    return svg(
      'g',
      { class: style },
      svg('rect', {
        x: x.toFixed(1),
        y: top,
        width: Math.max(1.5, width - 1).toFixed(1),
        height: tall,
        rx: Math.min(3, width / 3),
      }),
      (each.label && room >= 1 && each.label.length <= room) || room >= 5
        ? svg(
            'text',
            { x: (x + 4).toFixed(1), y: top + tall / 2 + 4 },
            each.label.length <= room ? each.label : each.label.slice(0, room - 1) + '…',
          )
        : null,
      svg('title', {}, (each.label || 'try 1') + ', events ' + each.from + ' to ' + each.to),
    );
  }

  #axis(height) {
    const first = Date.parse(this.#rows[0].at);
    const ticks = [];
    const every = Math.max(
      1,
      Math.ceil(this.#rows.length / this.#zoom / Math.max(2, Math.floor(this.#inner() / 110))),
    );
    for (let index = 0; index < this.#rows.length; index += every) {
      const row = this.#rows[index];
      const x = this.#x(row.seq);
      if (x < 0 || x > this.#inner() - 40 || (ticks.length && x - ticks[ticks.length - 1].x < 80))
        continue;
      ticks.push({
        x,
        text:
          this.#scale === 'event' ? String(row.seq) : '+' + duration(Date.parse(row.at) - first),
      });
    }
    return ticks.flatMap(each => [
      svg('path', { class: 'tickline', d: 'M' + each.x.toFixed(1) + ' ' + (height - AXIS) + 'v4' }),
      svg('text', { class: 'note', x: each.x.toFixed(1), y: height - 3 }, each.text),
    ]);
  }

  /** The line through the event one is at, and what the slider tells those who hear it. */
  #point() {
    const row = this.#rows.length && this.#seq ? this.#row(this.#seq) : undefined;
    const cursor = this.#picture.querySelector('.cursor');
    this.#slider.setAttribute('aria-valuemin', '1');
    this.#slider.setAttribute('aria-valuemax', String(this.#last()));
    this.#slider.setAttribute('aria-valuenow', String(this.#seq));
    if (!row || !cursor) return;
    this.#slider.setAttribute(
      'aria-valuetext',
      'event ' + row.seq + ' of ' + this.#last() + ', ' + row.phase + ': ' + row.text,
    );
    const height = Number(this.#picture.getAttribute('height'));
    const left = this.#x(row.seq);
    const wide = Math.max(2, this.#x(row.seq + 1) - left);
    show(
      cursor,
      this.#scale === 'event' && wide > 4
        ? svg('rect', { class: 'here', x: left, y: 0, width: wide, height: height - AXIS })
        : null,
      svg('path', {
        class: 'line',
        d: 'M' + this.#middle(row.seq).toFixed(1) + ' 0V' + (height - AXIS + 2),
      }),
      svg('path', {
        class: 'knob',
        d: 'M' + this.#middle(row.seq).toFixed(1) + ' ' + (height - AXIS + 1) + 'l6 9h-12Z',
      }),
    );
  }
}
