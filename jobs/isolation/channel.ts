import { createErrorWire, type WireError } from './error-wire.ts';

/** The functions that one side of a channel offers to the other. */
export type Offers = Record<string, (...values: never[]) => unknown>;

/** One end of the channel between a worker and the process of a job. Each side calls functions of the other. */
export interface Channel {
  /** Calls a function of the other side, and waits for its answer. @throws what that function throws */
  call(name: string, ...values: unknown[]): Promise<unknown>;
  /** Calls a function of the other side that has no answer. */
  notify(name: string, ...values: unknown[]): void;
  /** Fails the open calls and all further ones, because the other side has ended. */
  end(error: Error): void;
}

/** How messages are sent and received. */
export interface Port {
  send(message: object): void;
  listen(onMessage: (message: Record<string, unknown>) => void): void;
}

interface Call {
  /** Null: no answer is wanted. */
  call: number | null;
  name: string;
  values: unknown[];
}

interface Answer {
  /** The number of the call. */
  answer: number;
  value?: unknown;
  error?: WireError;
}

interface ChannelOptions {
  offers: Offers;
  /** Called with what a function without an answer throws. */
  onFault: (error: unknown) => void;
}

/** How many calls of the other side may be open at once: each takes memory on this side. */
const CALLS_MAX = 20_000;

/** Opens one end of a channel. */
export function openChannel(port: Port, { offers, onFault }: ChannelOptions): Channel {
  const errors = createErrorWire();
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let calls = 0;
  let served = 0;
  let ended: Error | null = null;

  async function serve({ call, name, values }: Call): Promise<void> {
    served += 1;
    if (served > CALLS_MAX)
      onFault(new Error(`The job has more than ${CALLS_MAX} calls open at once: let it wait for some.`));
    try {
      const offered = Object.hasOwn(offers, name) ? offers[name] : undefined;
      if (offered === undefined) throw new Error(`There is no function ${JSON.stringify(name)}.`);
      const value = await offered(...(values as never[]));
      if (call !== null) port.send({ answer: call, value } satisfies Answer);
    } catch (error) {
      if (call === null) onFault(error);
      else port.send({ answer: call, error: errors.pack(error) } satisfies Answer);
    } finally {
      served -= 1;
    }
  }

  // The other side may send anything.
  port.listen((received) => {
    const { call, name, values, answer, value, error } = received;
    if (typeof name === 'string' && Array.isArray(values))
      return void serve({ call: typeof call === 'number' ? call : null, name, values });
    const asked = open.get(Number(answer));
    open.delete(Number(answer));
    if (error === undefined || error === null) asked?.resolve(value);
    else asked?.reject(errors.unpack(Object(error)));
  });

  return {
    async call(name, ...values) {
      if (ended !== null) throw ended;
      calls += 1;
      const call = calls;
      const asked = Promise.withResolvers<unknown>();
      open.set(call, asked);
      port.send({ call, name, values } satisfies Call);
      return asked.promise;
    },
    notify(name, ...values) {
      if (ended === null) port.send({ call: null, name, values } satisfies Call);
    },
    end(error) {
      ended = error;
      for (const asked of open.values()) asked.reject(error);
      open.clear();
    },
  };
}
