import { isRecord } from '../storefront/graphql-request.ts';
import type { MenuRecord } from '../world/menu-record.ts';

// A path selects parts of a record: keys separated by dots, with `*` for all items of a list. The empty path selects the record itself.

/** The value that an edit returns to remove the part. */
export const GONE = Symbol('gone');

/** Returns the new value of a part; `at` is the number of parts that the paths selected before it. */
export type PartEdit = (value: unknown, at: number) => unknown;

/** Returns the parts that the paths select, in order. A path to a key that does not exist selects nothing. */
export function partsAt(record: MenuRecord, paths: readonly string[]): unknown[] {
  const parts: unknown[] = [];
  editParts(record, paths, (value) => {
    parts.push(value);
    return value;
  });
  return parts;
}

/** Returns a copy of the record with edited parts. */
export function editParts(record: MenuRecord, paths: readonly string[], edit: PartEdit): MenuRecord {
  let at = 0;
  const counting = (value: unknown) => edit(value, at++);
  return paths.reduce<MenuRecord>(
    (edited, path) => editSteps(edited, path === '' ? [] : path.split('.'), counting) as MenuRecord,
    record,
  );
}

/** Returns a copy of the record in which the last key of each path is renamed. */
export function renameKeys(
  record: MenuRecord,
  paths: readonly string[],
  rename: (key: string) => string,
): MenuRecord {
  return paths.reduce((edited, path) => {
    const steps = path.split('.');
    const key = steps.pop();
    return editParts(edited, [steps.join('.')], (holder) =>
      isRecord(holder)
        ? Object.fromEntries(
            Object.entries(holder).map(([name, value]) => [name === key ? rename(name) : name, value]),
          )
        : holder,
    );
  }, record);
}

function editSteps(value: unknown, steps: readonly string[], edit: (part: unknown) => unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return edit(value);
  if (step === '*') {
    if (!Array.isArray(value)) return value;
    return value.map((item) => editSteps(item, rest, edit)).filter((item) => item !== GONE);
  }
  if (!isRecord(value) || !(step in value)) return value;
  const edited = editSteps(value[step], rest, edit);
  if (edited !== GONE) return { ...value, [step]: edited };
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== step));
}
