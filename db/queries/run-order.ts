import { sql, type RawBuilder } from 'kysely';
import { isOfClosed, type RunOrder } from '../../domain/run-list.ts';

/** The position of a run in a list. */
export interface RunPosition {
  id: string;
  /** The sort value: microseconds, a priority or a number of retries; null in the order of creation, and for runs without a value. */
  value: number | null;
}

interface SortKey {
  key: RawBuilder<unknown>;
  /** The key as a whole number. */
  value: RawBuilder<number | null>;
  /** Converts such a number back to the key's type. */
  keyOf: (value: number | null) => RawBuilder<unknown>;
}

const MICROSECOND = sql`interval '1 microsecond'`;
const DURATION = sql`(run.ended_at - run.created_at)`;

/** `created` sorts by the id alone. */
const KEYS: Record<RunOrder['sort'], SortKey | null> = {
  created: null,
  ended: {
    key: sql`run.ended_at`,
    value: microsecondsOf(sql`run.ended_at`),
    keyOf: (value) => sql`('epoch'::timestamptz + ${value}::float8 * ${MICROSECOND})`,
  },
  duration: {
    key: DURATION,
    value: microsecondsOf(DURATION),
    keyOf: (value) => sql`(${value}::float8 * ${MICROSECOND})`,
  },
  priority: numberKey(sql`run.priority`),
  retries: numberKey(sql`run.retry_count`),
};

function microsecondsOf(key: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${key}) * 1000000)::bigint`;
}

function numberKey(key: RawBuilder<unknown>): SortKey {
  return { key, value: sql<number | null>`${key}::bigint`, keyOf: (value) => sql`${value}::bigint` };
}

/** SQL: the sort value of a run. */
export function placeValue({ sort }: RunOrder): RawBuilder<number | null> {
  return KEYS[sort]?.value ?? sql<null>`null::bigint`;
}

/** SQL: the terms of `order by`. Runs without a priority come last in either direction. */
export function orderBy({ sort, order }: RunOrder): RawBuilder<unknown> {
  const direction = sql.raw(order);
  const key = KEYS[sort]?.key;
  if (key === undefined) return sql`run.id ${direction}`;
  // Only for the priority: the lists in other orders contain no nulls, and with `nulls last` their indexes could not be used.
  const nulls = sort === 'priority' ? sql`nulls last` : sql``;
  return sql`${key} ${direction} ${nulls}, run.id ${direction}`;
}

/** SQL: whether a run is in a list, after a position. @param after null: anywhere in the list */
export function comesBehind(order: RunOrder, after: RunPosition | null): RawBuilder<boolean> {
  const isListed = isOfClosed(order) ? sql<boolean>`run.ended_at is not null` : sql<boolean>`true`;
  return after === null ? isListed : sql<boolean>`(${isListed} and ${isBehind(order, after)})`;
}

function isBehind({ sort, order }: RunOrder, { id, value }: RunPosition): RawBuilder<boolean> {
  const compare = sql.raw(order === 'asc' ? '>' : '<');
  const sortKey = KEYS[sort];
  if (sortKey === null) return sql<boolean>`run.id ${compare} ${id}::uuid`;
  const { key, keyOf } = sortKey;
  if (value === null) return sql<boolean>`(${key} is null and run.id ${compare} ${id}::uuid)`;
  const isNext = sql<boolean>`(${key}, run.id) ${compare} (${keyOf(value)}, ${id}::uuid)`;
  return sort === 'priority' ? sql<boolean>`(${isNext} or ${key} is null)` : isNext;
}
