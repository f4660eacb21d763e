// What each call of an agent and each check printed, while it runs and afterwards.

import { el, kept } from './dom.js';
import { calls } from './api.js';
import { count, day, duration, elapsed, stands } from './words.js';

const FOLLOW_MILLIS = 1500;

/** The tab of a run with the output of its calls. */
export class Output {
  #draw;
  #run = '';
  #known = null;
  #calls = [];
  #at = null;
  /** Whether the user has chosen a call; otherwise the latest is shown. */
  #isChosen = false;
  #wanted;
  #follows = true;
  #raw = false;
  #search = '';
  #parts = [];
  #timer = null;
  #pane = el('div', { class: 'pane', 'data-own': '', 'data-key': 'pane', tabindex: '0' });
  #count = '';

  /** @param draw is called when more is known */
  constructor(draw) {
    this.#draw = draw;
  }

  leave() {
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** @param wanted the event with which the call started that is shown */
  async read(report, wanted) {
    this.#run = report.run.id;
    if (this.#known !== report.run.seq) {
      this.#calls = await calls.calls(this.#run);
      this.#known = report.run.seq;
    }
    const latest = this.#calls[this.#calls.length - 1];
    if (wanted !== this.#wanted) {
      this.#wanted = wanted;
      this.#at = this.#calls.find(call => call.seq === wanted)?.seq ?? null;
      this.#isChosen = this.#at !== null;
    }
    if (!this.#isChosen && latest && latest.seq !== this.#at) await this.#show(latest.seq);
    else if (this.#at !== null && !this.#timer) await this.#show(this.#at);
  }

  #call() {
    return this.#calls.find(call => call.seq === this.#at);
  }

  async #show(seq) {
    this.leave();
    if (seq !== this.#at) this.#parts = [];
    this.#at = seq;
    try {
      const output = await calls.output(this.#run, seq);
      if (seq !== this.#at) return;
      this.#parts = output.parts;
    } catch (error) {
      this.#parts = [{ text: error.message, words: error.message }];
    }
    this.#fill();
    this.#draw();
    if (this.#follows && this.#call()?.status === 'running')
      this.#timer = setTimeout(() => this.#show(seq), FOLLOW_MILLIS);
  }

  /** Writes the lines into the pane: only those that match, if one searches. */
  #fill() {
    const text = this.#parts
      .map(part => plain(this.#raw ? part.text : part.words))
      .join('\n')
      .trimEnd();
    const all = text === '' ? [] : text.split('\n');
    const wanted = this.#search.toLowerCase();
    const found = wanted ? all.filter(line => line.toLowerCase().includes(wanted)) : all;
    this.#count = wanted
      ? found.length + ' of ' + count(all.length, 'line')
      : count(all.length, 'line');
    const shown = found.join('\n') || (wanted ? '(no line matches)' : '(nothing)');
    if (this.#pane.textContent !== shown) this.#pane.textContent = shown;
    if (this.#follows) this.#pane.scrollTop = this.#pane.scrollHeight;
  }

  parts() {
    if (!this.#calls.length)
      return el('p', { class: 'empty', 'data-key': 'none' }, 'No agent or check has started yet.');
    return el(
      'div',
      { class: 'moment', 'data-key': 'output' },
      el(
        'section',
        { class: 'card panel of-calls', 'data-key': 'calls', 'aria-label': 'Calls' },
        el(
          'ul',
          { class: 'calls' },
          [...this.#calls].reverse().map(call => this.#row(call)),
        ),
      ),
      el(
        'section',
        { class: 'card panel of-output', 'data-key': 'text', 'aria-label': 'Output' },
        this.#tools(),
        kept(this.#pane),
      ),
    );
  }

  #row(call) {
    return el(
      'li',
      { 'data-key': 'c' + call.seq },
      el(
        'button',
        {
          type: 'button',
          class: 'call',
          'data-call': call.seq,
          'aria-pressed': String(call.seq === this.#at),
          on: {
            click: () => {
              this.#isChosen = true;
              this.#show(call.seq);
            },
          },
        },
        el('span', {}, call.text),
        el(
          'span',
          { class: 'meta' },
          stands(call.status),
          ' ',
          call.phase,
          ' · ',
          day(call.started_at),
          ' · ',
          call.ended_at ? duration(call.wall_ms) : elapsed(call.started_at),
        ),
      ),
    );
  }

  #tools() {
    return el(
      'div',
      { class: 'filter', 'data-key': 'tools' },
      el(
        'label',
        {},
        el('span', {}, 'Search the output'),
        el('input', {
          type: 'search',
          id: 'search-output',
          autocomplete: 'off',
          on: {
            input: event => {
              this.#search = event.currentTarget.value;
              this.#fill();
              this.#draw();
            },
          },
        }),
      ),
      el(
        'div',
        { class: 'buttons' },
        this.#call()?.status === 'running'
          ? el(
              'button',
              {
                type: 'button',
                id: 'follow',
                'aria-pressed': String(this.#follows),
                on: {
                  click: () => {
                    this.#follows = !this.#follows;
                    if (this.#follows) this.#show(this.#at);
                    else {
                      this.leave();
                      this.#draw();
                    }
                  },
                },
              },
              this.#follows ? 'Pause' : 'Follow',
            )
          : null,
        this.#call()?.kind === 'agent'
          ? el(
              'button',
              {
                type: 'button',
                id: 'raw',
                'aria-pressed': String(this.#raw),
                title: 'The stream of the agent as it came',
                on: {
                  click: () => {
                    this.#raw = !this.#raw;
                    this.#fill();
                    this.#draw();
                  },
                },
              },
              'Raw',
            )
          : null,
      ),
      el('span', { class: 'meta', role: 'status' }, this.#count),
    );
  }
}

/** Without the colours of a terminal. */
function plain(text) {
  // eslint-disable-next-line no-control-regex
  return text.replace(/\u001b\[[0-9;]*m/g, '');
}
