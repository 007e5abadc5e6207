import { isRecord } from '../storefront/graphql-request.ts';
import type { MenuRecord } from '../world/menu-record.ts';

// A path names parts of a record: keys with points between them, `*` for each item of a list. The empty path is the
// record itself.

/** Returned by an edit, it takes the part out of the record. */
export const GONE = Symbol('gone');

/** What stands in place of a part; `at` counts the parts of the record that the paths name. */
export type PartEdit = (value: unknown, at: number) => unknown;

/** The parts that the paths name, in their order. Paths that lead nowhere name none. */
export function partsAt(record: MenuRecord, paths: readonly string[]): unknown[] {
  const parts: unknown[] = [];
  editParts(record, paths, (value) => {
    parts.push(value);
    return value;
  });
  return parts;
}

/** The record with other parts; the given one stays as it is. */
export function editParts(record: MenuRecord, paths: readonly string[], edit: PartEdit): MenuRecord {
  let at = 0;
  const counting = (value: unknown) => edit(value, at++);
  return paths.reduce<MenuRecord>(
    (edited, path) => editSteps(edited, path === '' ? [] : path.split('.'), counting) as MenuRecord,
    record,
  );
}

/** The record with other names for the keys that the paths end with. */
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
