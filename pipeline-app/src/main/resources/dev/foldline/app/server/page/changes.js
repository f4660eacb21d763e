// The commits of a run, each with its diff when it is unfolded.

import { el, kept } from './dom.js';
import { calls } from './api.js';
import { diffView } from './diff.js';
import { command, day } from './words.js';

/** The tab of a run that shows what it changed. */
export class Changes {
  #draw;
  #run = '';
  #known = null;
  #commits = [];
  #diffs = new Map();

  /** @param draw is called when more is known */
  constructor(draw) {
    this.#draw = draw;
  }

  async read(report) {
    const { id } = report.run;
    if (this.#known === report.run.seq) return;
    this.#commits = await calls.commits(id);
    this.#run = id;
    this.#known = report.run.seq;
  }

  async #open(hash) {
    if (this.#diffs.has(hash)) return;
    const own = el(
      'div',
      { 'data-own': '', 'data-key': 'diff-' + hash },
      el('p', { class: 'empty' }, 'Loading …'),
    );
    this.#diffs.set(hash, own);
    this.#draw();
    let view;
    try {
      const commit = await calls.commit(this.#run, hash);
      view =
        commit.diff === null
          ? el('p', { class: 'empty' }, 'Git no longer has this commit.')
          : diffView(commit.diff, commit.cut, 'The difference is too long to be shown whole.');
    } catch (error) {
      view = el('p', { class: 'why' }, error.message);
    }
    own.replaceChildren(view);
  }

  parts() {
    if (!this.#commits.length)
      return el('p', { class: 'empty', 'data-key': 'none' }, 'No commits yet.');
    return [
      el(
        'section',
        { class: 'card panel of-commits', 'data-key': 'commits', 'aria-label': 'Commits' },
        [...this.#commits].reverse().map(commit => this.#row(commit)),
      ),
    ];
  }

  #row({ hash, subject, at, place, seq }) {
    return el(
      'details',
      {
        class: 'commit',
        'data-key': hash,
        on: {
          toggle: event => {
            if (event.currentTarget.open) this.#open(hash);
          },
        },
      },
      el(
        'summary',
        {},
        el('code', {}, hash.slice(0, 7)),
        ' ',
        el('span', {}, subject),
        el('span', { class: 'meta' }, place.replace(/, step.*/, ''), ' · ', day(at)),
      ),
      el(
        'p',
        { class: 'meta' },
        el('a', { href: '#/run/' + encodeURIComponent(this.#run) + '?seq=' + seq }, 'event ' + seq),
        ' ',
        command('git show ' + hash.slice(0, 12)),
      ),
      this.#diffs.has(hash) ? kept(this.#diffs.get(hash)) : null,
    );
  }
}
