import type { ColumnType } from 'kysely';

/** Column types: for select, insert and update. */
export type Time = ColumnType<Date, Date | string, Date | string>;
export type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** A time that the database sets by default. */
export type DefaultedTime = ColumnType<Date, Date | string | undefined, Date | string>;
/** Written as JSON text, read as the value. */
export type Json<Value> = ColumnType<Value, string, string>;
