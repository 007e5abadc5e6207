import * as fc from 'fast-check';

type Step = string | number;

const ODD_VALUES = [
  null,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  -1,
  -0,
  0.5,
  1e308,
  Number.NaN,
  Infinity,
  Number.MAX_SAFE_INTEGER,
  '9'.repeat(400),
  [],
  {},
  [null],
  true,
] as const;

/** Generates copies of a document in which one to four places have an odd value. */
export function changeSomewhere(document: unknown): fc.Arbitrary<unknown> {
  const places = placesOf(document);
  const change = fc.tuple(
    fc.nat({ max: Math.max(0, places.length - 1) }),
    fc.oneof(fc.constantFrom(...ODD_VALUES), fc.jsonValue()),
  );
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const copy = structuredClone({ document });
    // Each value is cloned, because a later change may change the value that an earlier one has set.
    for (const [place, value] of changes)
      set(copy, ['document', ...(places[place] ?? [])], structuredClone(value));
    return copy.document;
  });
}

function placesOf(value: unknown, path: Step[] = []): Step[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const steps: Step[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [
    path,
    ...steps.flatMap((step) => placesOf((value as Record<Step, unknown>)[step], [...path, step])),
  ];
}

function set(root: object, path: Step[], value: unknown): void {
  let target: unknown = root;
  for (const step of path.slice(0, -1)) target = (target as Record<Step, unknown> | null | undefined)?.[step];
  // An earlier change may have removed this place.
  if (typeof target !== 'object' || target === null) return;
  Reflect.defineProperty(target, path.at(-1) as Step, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
