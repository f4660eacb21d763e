// What the server tells by itself. The browser reconnects with the number of the last message it heard, so nothing is lost.

/** Streams of one page: opened and closed with it, and told apart in the head of the page in words. */
export class Live {
  #streams = new Map();
  #lost = new Set();
  #tell;

  #wanted = [[], () => {}];

  /** @param tell hears `live`, `lost` or `still`, whenever that changes */
  constructor(tell) {
    this.#tell = tell;
    // A browser keeps few connections to a server: a page that nobody sees leaves them to the others, and catches up afterwards.
    document.addEventListener('visibilitychange', () => {
      const [addresses, heard] = this.#wanted;
      this.#settle(document.hidden ? [] : addresses, heard);
      if (!document.hidden) addresses.forEach(heard);
    });
  }

  /** Follows exactly these addresses; `heard` is called with the address for each message. */
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
      // What happened while nothing could be heard is read again.
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
