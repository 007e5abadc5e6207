import { exampleOf, type FieldType, type FoundField, type Structure } from './structure.ts';

/**
 * Whether a field is present in the objects of a platform's payloads.
 *
 *     untold ──► always      a payload had many objects, and all with it
 *     untold, always ──► sometimes   a payload had objects with it and objects without
 *     always ──► gone        a payload had many objects, and none with it: this is reported
 *     gone ────► sometimes   it came back
 *
 * A field that is not in every object is never reported as gone, because stores differ. A query that names its fields says
 * nothing about presence, because absent fields may not have been requested.
 */
export type Presence = 'always' | 'sometimes' | 'gone' | 'untold';

export interface KnownField {
  path: string;
  /** All types seen so far; empty if the field was always null. */
  types: FieldType[];
  presence: Presence;
}

/** A difference between a payload and what was known. */
export interface Drift {
  kind: 'new field' | 'type changed' | 'field gone';
  path: string;
  /** The known types; empty for a new field. */
  known: FieldType[];
  /** The found types; empty for a field that is gone. */
  found: FieldType[];
  /** An example value in JSON, shortened; null for a field that is gone. */
  example: string | null;
}

/** This many objects without a field mean that it is gone; fewer may be chance. */
const PARENTS_MIN = 20;

export interface Comparison {
  drift: Drift[];
  /** The fields about which the payload taught something new, with the new knowledge; sorted by path. */
  learned: KnownField[];
}

/**
 * Compares a payload with the known fields of its platform. If no fields are known yet, all fields are learned, and nothing is drift.
 * Once the learned fields are known, the same payload has no drift.
 * @param query `fieldsSelected`: whether some of the payload came from a query that names the fields it wants; default false
 */
export function compareStructure(
  known: ReadonlyMap<string, KnownField>,
  structure: Structure,
  { fieldsSelected }: { fieldsSelected: boolean } = { fieldsSelected: false },
): Comparison {
  const drift: Drift[] = [];
  const learned: KnownField[] = [];
  for (const [path, found] of structure.fields) {
    const before = known.get(path);
    const presence = before?.presence ?? 'untold';
    const now: KnownField = {
      path,
      types: joinTypes(before, found),
      presence: fieldsSelected
        ? presence
        : presenceOf(presence, { found, parents: parentsOf(structure, path) }),
    };
    if (before === undefined || !isSame(before, now)) learned.push(now);
    if (known.size > 0) drift.push(...differenceOf(path, before, found));
  }
  for (const field of fieldsSelected ? [] : known.values()) {
    if (field.presence !== 'always' || structure.fields.has(field.path)) continue;
    if (parentsOf(structure, field.path) < PARENTS_MIN) continue;
    learned.push({ ...field, presence: 'gone' });
    drift.push({ kind: 'field gone', path: field.path, known: field.types, found: [], example: null });
  }
  return { drift: drift.sort(byPath), learned: learned.sort(byPath) };
}

function differenceOf(path: string, before: KnownField | undefined, found: FoundField): Drift[] {
  if (before === undefined) {
    const [type] = found.types;
    const example = type === undefined ? 'null' : exampleOf(found.firsts[type]);
    return [{ kind: 'new field', path, known: [], found: found.types, example }];
  }
  // A field that was always null has no known type that could have changed.
  const other = found.types.find((candidate) => !before.types.includes(candidate));
  if (other === undefined || before.types.length === 0) return [];
  const example = exampleOf(found.firsts[other]);
  return [{ kind: 'type changed', path, known: before.types, found: found.types, example }];
}

/** A field in a payload, and how many objects could have had it. */
interface Occurrence {
  found: FoundField;
  parents: number;
}

function joinTypes(before: KnownField | undefined, found: FoundField): FieldType[] {
  return [...new Set([...(before?.types ?? []), ...found.types])].sort();
}

function presenceOf(before: Presence, { found, parents }: Occurrence): Presence {
  if (!found.isInAll || before === 'sometimes' || before === 'gone') return 'sometimes';
  return before === 'untold' && parents >= PARENTS_MIN ? 'always' : before;
}

function isSame(one: KnownField, other: KnownField): boolean {
  return one.presence === other.presence && one.types.toSorted().join() === other.types.join();
}

/** Counts the objects of the payload that could have had the field. */
function parentsOf(structure: Structure, path: string): number {
  const end = path.lastIndexOf('.');
  return end === -1 ? structure.products : (structure.fields.get(path.slice(0, end))?.objects ?? 0);
}

function byPath(one: { path: string }, other: { path: string }): number {
  return one.path < other.path ? -1 : 1;
}
