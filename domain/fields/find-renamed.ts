import type { FieldType } from '../structure.ts';
import { nameLikeness } from './name-likeness.ts';
import { outerOf } from './outer-field.ts';
import type { ProductPair } from './pair-products.ts';
import { createValueComparison, type ValueEvidence } from './value-evidence.ts';

/** A field that probably has a new name. */
export interface RenamedField {
  from: string;
  to: string;
  /** Shares of products, 0 to 1: of the old name before, of the new one now. */
  before: number;
  after: number;
  /** The evidence: the values; or, if they prove nothing, a similar name or the lack of another candidate. */
  by: 'values' | 'name' | 'only_one';
  /** Products whose values under both names were compared. */
  compared: number;
  /** The share of equal values, 0 to 1; null if none could be compared. */
  alike: number | null;
}

interface Field {
  path: string;
  types: readonly FieldType[];
  before: number;
  after: number;
}

interface Changed {
  vanished: readonly Field[];
  appeared: readonly Field[];
  /** The same products in both menus. */
  pairs: readonly ProductPair[];
  /** Products of each menu, used when too few are in both. */
  before: readonly unknown[];
  after: readonly unknown[];
}

/** The most fields examined per side, because each is compared with each. A menu with more changes is another kind of menu. */
const FIELDS_MAX = 40;

/** The least agreement beyond chance, at most 1, for values to prove a renaming: alone, and together with a similar name. */
const AGREEMENT_SURE = 0.5;
const AGREEMENT_WITH_NAME = 0.2;

const NAME_LIKENESS_MIN = 0.5;
const SHARES_APART_MAX = 0.1;

/** If a smaller share of the values is equal, they contradict a renaming, even with a similar name. */
const ALIKE_MIN = 0.5;

type Candidate = RenamedField & { score: number; depth: number };

/**
 * Finds, for each vanished field, the new field that probably replaced it, if there is one. Outer fields are matched before the
 * fields inside them, and the fields inside a renamed one are not examined, because they moved with it.
 */
export function findRenamed(changed: Changed): RenamedField[] {
  const vanished = outermostFirst(changed.vanished);
  const appeared = outermostFirst(changed.appeared);
  const compare = createValueComparison(changed);
  const renamed: RenamedField[] = [];
  let level = levelOf(vanished, null);
  while (level.length > 0) {
    const free = appeared.filter(({ path }) => !renamed.some(({ to }) => areNested(path, to)));
    const found = chooseBest(level.flatMap((from) => candidatesOf(from, { free, level, compare })));
    renamed.push(...found);
    const unnamed = level.filter(({ path }) => !found.some(({ from }) => from === path));
    level = unnamed.flatMap(({ path }) => levelOf(vanished, path));
  }
  return renamed.sort((one, next) => (next.alike ?? 0) - (one.alike ?? 0) || (one.from < next.from ? -1 : 1));
}

function outermostFirst(fields: readonly Field[]): Field[] {
  const depthOf = ({ path }: Field) => path.split(/[.[{]/).length;
  return fields.toSorted((one, next) => depthOf(one) - depthOf(next)).slice(0, FIELDS_MAX);
}

/** Returns the fields whose nearest enclosing field, among these fields, is `around`; for null, those that none encloses. */
function levelOf(fields: readonly Field[], around: string | null): Field[] {
  const paths = new Set(fields.map(({ path }) => path));
  return fields.filter(({ path }) => outerOf(path, paths) === around);
}

/** Chooses the best pairs, so that no field is used twice, and no new field lies inside another chosen one. */
function chooseBest(candidates: Candidate[]): RenamedField[] {
  const chosen: RenamedField[] = [];
  const byRank = candidates.toSorted((one, next) => next.score - one.score || one.depth - next.depth);
  for (const { score: _, depth: __, ...candidate } of byRank)
    if (!chosen.some(({ from, to }) => from === candidate.from || areNested(to, candidate.to)))
      chosen.push(candidate);
  return chosen;
}

function areNested(one: string, other: string): boolean {
  return one === other || outerOf(one, new Set([other])) !== null || outerOf(other, new Set([one])) !== null;
}

interface Around {
  /** New fields that are not matched yet. */
  free: readonly Field[];
  /** Vanished fields at the same level. */
  level: readonly Field[];
  compare: ReturnType<typeof createValueComparison>;
}

function candidatesOf(from: Field, { free, level, compare }: Around): Candidate[] {
  const near = free.filter((to) => isNear(from, to));
  const isOnly = near.length === 1 && level.filter((other) => isNear(other, near[0]!)).length === 1;
  return free.flatMap((to) => {
    const values = compare({ from: from.path, to: to.path });
    const name = nameLikeness(from.path, to.path);
    const by = reasonOf(values, { name, isNear: near.includes(to), isOnly: isOnly && near[0] === to });
    if (by === null) return [];
    const score = (values.agreement ?? 0) + 0.3 * name + (haveSameTypes(from, to) ? 0.15 : 0);
    const { compared, alike } = values;
    const depth = to.path.length;
    return [
      {
        from: from.path,
        to: to.path,
        before: from.before,
        after: to.after,
        by,
        compared,
        alike,
        score,
        depth,
      },
    ];
  });
}

/** Whether two fields could be the same, apart from their values: same type, about the same share of products, same parent. */
function isNear(from: Field, to: Field): boolean {
  return (
    haveSameTypes(from, to) &&
    Math.abs(from.before - to.after) <= SHARES_APART_MAX &&
    placeOf(from.path) === placeOf(to.path)
  );
}

function haveSameTypes(one: Field, other: Field): boolean {
  return one.types.some((type) => other.types.includes(type));
}

function placeOf(path: string): string {
  return path.slice(0, path.lastIndexOf('.') + 1);
}

interface Likeness {
  name: number;
  isNear: boolean;
  isOnly: boolean;
}

function reasonOf(
  { agreement, alike }: ValueEvidence,
  { name, isNear: near, isOnly }: Likeness,
): RenamedField['by'] | null {
  if (agreement !== null) {
    const isNamedAlike = near && name >= NAME_LIKENESS_MIN;
    return agreement >= (isNamedAlike ? AGREEMENT_WITH_NAME : AGREEMENT_SURE) ? 'values' : null;
  }
  if (!near || (alike !== null && alike < ALIKE_MIN)) return null;
  if (name >= NAME_LIKENESS_MIN) return 'name';
  return isOnly && alike !== null ? 'only_one' : null;
}
