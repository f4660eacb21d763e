// Messages pushed by the server. The browser reconnects with the id of the last message it received, so nothing is lost.

/** The streams of one page, opened and closed with it. The header shows their state. */
export class Live {
  #streams = new Map();
  #lost = new Set();
  #tell;

  #wanted = [[], () => {}];

  /** @param tell hears `live`, `lost` or `still`, whenever that changes */
  constructor(tell) {
    this.#tell = tell;
    // A browser allows few connections to a server: a hidden page closes its streams and catches up afterwards.
    document.addEventListener('visibilitychange', () => {
      const [addresses, heard] = this.#wanted;
      this.#settle(document.hidden ? [] : addresses, heard);
      if (!document.hidden) addresses.forEach(heard);
    });
  }

  /** Follows exactly these addresses; calls `heard` with the address for each message. */
  follow(addresses, heard) {
    this.#wanted = [addresses, heard];
    this.#settle(document.hidden ? [] : addresses, heard);
  }

  #settle(addresses, heard) {
    for (const [address, stream] of this.#streams) {
      if (!addresses.includes(address)) {
        stream.close();
        this.#streams.delete(address);
        this.#lost.delete(address);
      }
    }
    for (const address of addresses) if (!this.#streams.has(address)) this.#open(address, heard);
    this.#say();
  }

  #open(address, heard) {
    const stream = new EventSource(address);
    this.#streams.set(address, stream);
    stream.onopen = () => {
      // Events during the interruption are read again.
      if (this.#lost.delete(address)) heard(address);
      this.#say();
    };
    stream.onmessage = message => heard(address, message);
    stream.onerror = () => {
      this.#lost.add(address);
      this.#say();
      // A browser gives up for good when it is answered with an error; the server may be there again soon.
      if (stream.readyState === EventSource.CLOSED)
        setTimeout(() => this.#again(address, stream, heard), 3000);
    };
  }

  #again(address, stream, heard) {
    if (this.#streams.get(address) === stream) this.#open(address, heard);
  }

  #say() {
    this.#tell(this.#streams.size === 0 ? 'still' : this.#lost.size > 0 ? 'lost' : 'live');
  }
}

/** Calls `work` at once when it is asked for first, then soon, and once for many askings; never twice at a time. */
export function gathered(work, millis = 120) {
  let due = null;
  let busy = false;
  let again = false;
  let asked = false;
  const begin = async () => {
    due = null;
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    try {
      await work();
    } finally {
      busy = false;
      if (again) {
        again = false;
        ask();
      }
    }
  };
  const ask = () => {
    due ??= setTimeout(begin, asked ? millis : 0);
    asked = true;
  };
  ask.stop = () => {
    clearTimeout(due);
    due = null;
    again = false;
  };
  return ask;
}
