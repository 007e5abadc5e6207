import type { ColumnType } from 'kysely';

/** How columns are read and written: what comes out, what goes in, what an update takes. */
export type Time = ColumnType<Date, Date | string, Date | string>;
export type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** The database sets it where none is given. */
export type DefaultedTime = ColumnType<Date, Date | string | undefined, Date | string>;
/** Written as JSON text, read as the value. */
export type Json<Value> = ColumnType<Value, string, string>;
