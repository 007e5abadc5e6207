import { useEffect, useRef, useState } from 'react';
import { testProxy, type TestedProxy } from '../server/proxies-api.ts';
import { retryAfterMs, sendOneByOne, type Sent } from '../server/send-one-by-one.ts';

/** How many proxies are tested at once. */
const LANES = 5;

/** The tests of this visit. */
export interface ProxyTests {
  /** Results by the id of the proxy; null: the test is under way or to come. */
  results: ReadonlyMap<number, TestedProxy | null>;
  isRunning: boolean;
  /** Why the API did not test further proxies; null: it did. */
  error: Error | null;
  test: (ids: readonly number[]) => void;
}

const NONE: ProxyTests['results'] = new Map();

/** Returns the results of tests, and a function that tests proxies, several at once, as fast as the API accepts them. */
export function useProxyTests(): ProxyTests {
  const [results, setResults] = useState(NONE);
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const sending = useRef(new AbortController());
  useEffect(() => () => sending.current.abort(), []);

  async function send(id: number): Promise<Sent> {
    try {
      const tested = await testProxy(id);
      setResults((known) => new Map(known).set(id, tested));
      return 'sent';
    } catch (cause) {
      const problem = cause instanceof Error ? cause : new Error(String(cause));
      const againAfterMs = retryAfterMs(problem);
      if (againAfterMs !== null) return { againAfterMs };
      setError(problem);
      sending.current.abort();
      return 'stop';
    }
  }

  async function testAll(ids: readonly number[]): Promise<void> {
    sending.current = new AbortController();
    const { signal } = sending.current;
    setIsRunning(true);
    setError(null);
    setResults(new Map(ids.map((id) => [id, null])));
    const lanes = Array.from({ length: LANES }, (_, lane) => ids.filter((_id, at) => at % LANES === lane));
    await Promise.all(lanes.map((lane) => sendOneByOne(lane, send, signal)));
    // After a problem, the proxies that are left have no result.
    setResults((known) => new Map([...known].filter(([, tested]) => tested !== null)));
    setIsRunning(false);
  }

  return { results, isRunning, error, test: (ids) => void testAll(ids) };
}
