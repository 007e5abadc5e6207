import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { fetchAgain } from './fetch-again.ts';

/** `live`: the stream is open. `waiting`: it is opening, or the server is unreachable. `resting`: the page is hidden. */
export type LiveState = 'live' | 'waiting' | 'resting';

/** Returns the words next to a list that say whether the list updates live. While it connects, it is fetched every few seconds. */
export function describeUpdates(state: LiveState): string {
  return state === 'live' ? 'updates by itself' : 'waits for updates';
}

const EVENT_TYPES = ['task', 'job', 'run', 'worker', 'quarantine', 'quality', 'operation'] as const;
type EventType = (typeof EVENT_TYPES)[number];

/** Which queries to refetch after an event. */
export interface LiveRule {
  /** The first part of the query keys. */
  key: string;
  /** The minimum time between two fetches. */
  everyMs?: number;
  /** Only events of these tasks and jobs count; absent: all events. */
  ids?: ReadonlySet<string>;
}

interface LiveOptions {
  isEnabled?: boolean;
  /** Only events of these types. */
  types?: readonly EventType[];
}

/** The default minimum time between two fetches, because events come in bursts. */
const ASK_EVERY_MS = 500;

/** The time after which a stream that the server refused is opened again. The browser itself reopens only broken connections. */
const REOPEN_MS = 4_000;

/**
 * The stream is reopened after a silence of this time. The API sends something at least every five seconds; a hung API sends nothing,
 * but keeps its connections open.
 */
const SILENT_MS = 15_000;

/**
 * Refetches queries after events on the server, while the page is visible. @param rules a string is the key of queries to refetch
 * after any event
 */
export function useLiveEvents(
  rules: readonly (string | LiveRule)[],
  { isEnabled = true, types = EVENT_TYPES }: LiveOptions = {},
): LiveState {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('waiting');
  const followed = types.join(',');
  const ruleAt = useEffectEvent((place: number): LiveRule | undefined => {
    const rule = rules[place];
    return typeof rule === 'string' ? { key: rule } : rule;
  });
  const count = rules.length;
  useEffect(() => {
    if (!isEnabled) return undefined;
    const requested = Array.from({ length: count }, (_, place) =>
      paced(ruleAt(place)?.everyMs ?? ASK_EVERY_MS, () => void fetchAgain(queries, [ruleAt(place)?.key])),
    );
    const stop = followWhileSeen({
      types: followed,
      onState: setState,
      onEvent: (id) => {
        for (const [place, { ask }] of requested.entries()) if (isAbout(ruleAt(place)?.ids, id)) ask();
      },
    });
    return () => {
      stop();
      for (const one of requested) one.stop();
    };
  }, [queries, count, followed, isEnabled]);
  return state;
}

function isAbout(ids: ReadonlySet<string> | undefined, id: string | null | undefined): boolean {
  if (id === undefined || ids === undefined) return true;
  return id !== null && ids.has(id);
}

interface Follower {
  /** Comma-separated. */
  types: string;
  onState: (state: LiveState) => void;
  /** Receives the id of the event's task or job; null: the event concerns none; undefined: events may have been missed. */
  onEvent: (id: string | null | undefined) => void;
}

/** Follows the stream of events while the page is visible. @returns a function that stops this */
function followWhileSeen({ types, onState, onEvent }: Follower): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const close = (): void => {
    clearTimeout(timer);
    clearTimeout(silence);
    source?.close();
    source = null;
  };
  const onSilence = (): void => {
    onState('waiting');
    // The queries are refetched, and so show whether the API answers.
    onEvent(undefined);
    open();
  };
  const onHeard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(onSilence, SILENT_MS);
  };
  const open = (): void => {
    close();
    onHeard();
    const opened = new EventSource(`/api/events?types=${types}`);
    source = opened;
    opened.addEventListener('open', () => {
      onHeard();
      onState('live');
      // Events may have been missed: the stream does not repeat those from before it opened.
      onEvent(undefined);
    });
    opened.addEventListener('error', () => {
      onState('waiting');
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
      onEvent(undefined);
    });
    opened.addEventListener('alive', onHeard);
    opened.addEventListener('reset', () => {
      onHeard();
      onEvent(undefined);
    });
    for (const type of types.split(','))
      opened.addEventListener(type, ({ data }: MessageEvent<string>) => {
        onHeard();
        onEvent(idOf(data));
      });
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

/** Returns the id of the event's task or job; null if the event concerns none. */
function idOf(data: string): string | null {
  const { task_id: task, job_id: job } = JSON.parse(data) as { task_id?: string; job_id?: string };
  return task ?? job ?? null;
}

/** Creates a throttle: `ask` runs the work at once, or after the pause if the work ran less than `everyMs` ago. */
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
