import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** `live`: events come. `waiting`: the stream is being opened, or the server is away. `resting`: nobody looks at the page. */
export type LiveState = 'live' | 'waiting' | 'resting';

const EVENT_TYPES = ['task', 'job', 'run', 'worker', 'quarantine', 'quality', 'operation'] as const;
type EventType = (typeof EVENT_TYPES)[number];

interface LiveOptions {
  isEnabled?: boolean;
  /** Pages ask at most so often. */
  everyMs?: number;
  /** Events of these types alone. */
  types?: readonly EventType[];
}

/** Events come in bursts; pages ask at most so often what they make. */
const ASK_EVERY_MS = 700;

/** A stream that the server refused is opened again after this time; a browser does that by itself only where a connection broke. */
const REOPEN_MS = 4_000;

/** Has the queries of these keys asked again when something happened on the server, as long as the page is looked at. */
export function useLiveEvents(
  keys: readonly string[],
  { isEnabled = true, everyMs = ASK_EVERY_MS, types = EVENT_TYPES }: LiveOptions = {},
): LiveState {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('waiting');
  const joined = keys.join(' ');
  const followed = types.join(',');
  useEffect(() => {
    if (!isEnabled) return undefined;
    const refresh = paced(everyMs, () => {
      for (const key of joined.split(' '))
        // An answer that is slow is waited for: else under steady events none would ever come.
        void queries.invalidateQueries({ queryKey: [key] }, { cancelRefetch: false });
    });
    const stop = followWhileSeen({ types: followed, onState: setState, onEvent: refresh.ask });
    return () => {
      stop();
      refresh.stop();
    };
  }, [queries, joined, followed, isEnabled, everyMs]);
  return state;
}

interface Follower {
  /** With commas. */
  types: string;
  onState: (state: LiveState) => void;
  onEvent: () => void;
}

/** Follows the stream of events while the page is visible. */
function followWhileSeen({ types, onState, onEvent }: Follower): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = (): void => {
    close();
    const opened = new EventSource(`/api/events?types=${types}`);
    source = opened;
    opened.addEventListener('open', () => {
      onState('live');
      // What happened before is in no event.
      onEvent();
    });
    opened.addEventListener('error', () => {
      onState('waiting');
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
      onEvent();
    });
    for (const type of [...types.split(','), 'reset']) opened.addEventListener(type, onEvent);
  };
  const look = (): void => {
    if (document.visibilityState === 'visible') open();
    else {
      close();
      onState('resting');
    }
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    close();
  };
}

/** Does something at once, and again after the pause where it was asked for meanwhile. */
function paced(everyMs: number, work: () => void): { ask: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const end = (): void => {
    timer = undefined;
    if (!isWanted) return;
    isWanted = false;
    ask();
  };
  const ask = (): void => {
    if (timer !== undefined) {
      isWanted = true;
      return;
    }
    work();
    timer = setTimeout(end, everyMs);
  };
  return { ask, stop: () => clearTimeout(timer) };
}
