import type { Change } from './change-feed.ts';

/** Something that may change, by a key that stays. */
export interface Keyed {
  key: string;
  type: string;
  /** Null: there is nothing to tell yet, but it is to be known the next time. */
  data: object | null;
}

/** What was found the last time, by its key: its data as text. */
export type Found = ReadonlyMap<string, string | null>;

/**
 * Reports what changed between two looks. The first look, and one after a gap (`afresh`), reports nothing. If `look` returns
 * null, nothing has changed.
 * @param look is given what was found the last time; null the first time, and afresh
 * @returns compares what was found with the last time, and keeps it for the next one
 */
export function createComparison(
  look: (before: Found | null, afresh: boolean) => Promise<Keyed[] | null>,
): (afresh: boolean) => Promise<() => Change[]> {
  let last: Found | null = null;
  return async (afresh) => {
    const before = afresh ? null : last;
    const now = await look(before, afresh);
    return () => {
      last = now === null ? before : textsOf(now);
      return now === null || before === null ? [] : now.flatMap((one) => changeSince(before, one));
    };
  };
}

function textsOf(all: Keyed[]): Found {
  return new Map(all.map(({ key, data }) => [key, textOf(data)]));
}

function textOf(data: Keyed['data']): string | null {
  return data === null ? null : JSON.stringify(data);
}

function changeSince(before: Found, { key, type, data }: Keyed): Change[] {
  return data === null || before.get(key) === textOf(data) ? [] : [{ type, data }];
}
