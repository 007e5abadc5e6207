import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { fetchAgain } from './fetch-again.ts';

/** `live`: events come. `waiting`: the stream is being opened, or the server is away. `resting`: nobody looks at the page. */
export type LiveState = 'live' | 'waiting' | 'resting';

/** Whether a list changes without a reload, beside what it shows. */
export function describeUpdates(state: LiveState): string {
  return state === 'live' ? 'updates by itself' : 'does not update';
}

const EVENT_TYPES = ['task', 'job', 'run', 'worker', 'quarantine', 'quality', 'operation'] as const;
type EventType = (typeof EVENT_TYPES)[number];

/** Which queries are asked again when something happened. */
export interface LiveRule {
  /** The first part of the keys of its queries. */
  key: string;
  /** They are asked at most this often. */
  everyMs?: number;
  /** Events of these tasks and jobs alone count; absent: all events. */
  ids?: ReadonlySet<string>;
}

interface LiveOptions {
  isEnabled?: boolean;
  /** Events of these types alone. */
  types?: readonly EventType[];
}

/** Events come in bursts; pages ask at most so often what they make. */
const ASK_EVERY_MS = 500;

/** A stream that the server refused is opened again after this time; a browser does that by itself only where a connection broke. */
const REOPEN_MS = 4_000;

/** The API sends something at least every five seconds; one that hangs keeps its connections open. */
const SILENT_MS = 15_000;

/** Has queries asked again when something happened on the server, as long as the page is looked at. @param rules a key alone stands for all events */
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
  /** With commas. */
  types: string;
  onState: (state: LiveState) => void;
  /** Gets the id of the task or job that an event is about; null: none; undefined: events may have been missed. */
  onEvent: (id: string | null | undefined) => void;
}

/** Follows the stream of events while the page is visible. */
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
    // Whether it answers is seen by the questions.
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
      // What happened before is in no event.
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

/** @returns the id of the task or job that an event is about; null: none */
function idOf(data: string): string | null {
  const { task_id: task, job_id: job } = JSON.parse(data) as { task_id?: string; job_id?: string };
  return task ?? job ?? null;
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
