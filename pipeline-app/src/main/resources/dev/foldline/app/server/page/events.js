// The events of a run as a list; only those in sight are made, however many there are.

import { el, show } from './dom.js';

const ROW = 24;
const BEYOND = 8;

/** @param choose called with the number of the selected event */
export function eventList(choose) {
  let rows = [];
  let current = 0;
  const inside = el('ol', { class: 'inside', 'data-own': '' });
  const node = el(
    'div',
    {
      class: 'eventlist',
      'data-own': '',
      'data-key': 'list',
      role: 'group',
      'aria-label': 'Events',
      tabindex: '0',
      on: { scroll: () => draw() },
    },
    inside,
  );
  new ResizeObserver(() => {
    reveal();
    draw();
  }).observe(node);

  function reveal() {
    const top = (current - 1) * ROW;
    if (current && (top < node.scrollTop || top > node.scrollTop + node.clientHeight - 2 * ROW))
      node.scrollTop = Math.max(0, top - node.clientHeight / 2);
  }

  function draw() {
    const first = Math.max(0, Math.floor(node.scrollTop / ROW) - BEYOND);
    const last = Math.min(
      rows.length,
      Math.ceil((node.scrollTop + (node.clientHeight || 400)) / ROW) + BEYOND,
    );
    inside.style.setProperty('--digits', String(rows.length).length + 'ch');
    inside.style.setProperty('height', rows.length * ROW + 'px');
    inside.style.setProperty('--first', first * ROW + 'px');
    show(inside, rows.slice(first, last).map(line));
  }

  function line(row) {
    return el(
      'li',
      {
        'data-key': 'e' + row.seq,
        class: row.tone + (row.seq === current ? ' here' : ''),
        'aria-current': row.seq === current ? 'true' : null,
      },
      el(
        'button',
        { type: 'button', tabindex: '-1', title: row.text, on: { click: () => choose(row.seq) } },
        el('span', { class: 'num' }, String(row.seq)),
        el(
          'span',
          { class: 'mark', 'aria-hidden': 'true' },
          row.tone === 'failed' ? '✕' : row.tone === 'person' ? '▸' : '·',
        ),
        el('span', { class: 'text' }, row.text),
      ),
    );
  }

  return {
    node,
    rows(all) {
      rows = all;
      draw();
    },
    /** Marks an event, and brings it into sight. */
    at(seq) {
      if (seq !== current) {
        current = seq;
        reveal();
      }
      draw();
    },
  };
}
