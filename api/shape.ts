/** What a value of a request may be: the part of JSON Schema in which the OpenAPI document says it. */
export interface Shape {
  /** What is taken, in words, where the rest would not say it to people: `the two letters of a state`. */
  'x-takes'?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: (string | number | boolean | null)[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Shape;
  properties?: Record<string, Shape>;
  oneOf?: Shape[];
  anyOf?: Shape[];
  allOf?: Shape[];
  $ref?: string;
}

/** A shape without references and choices, and of one type. */
export type PlainShape = Omit<Shape, 'type' | 'oneOf' | 'anyOf' | 'allOf' | '$ref'> & {
  type?: string | undefined;
};

/** The plain shapes among which a shape leaves the choice. @param named those that `$ref` names */
function choicesOf(shape: Shape, named: Record<string, Shape>): PlainShape[] {
  const { $ref, allOf, oneOf, anyOf, type, ...rest } = shape;
  if ($ref !== undefined) return choicesOf({ ...named[$ref.split('/').at(-1) ?? ''], ...rest }, named);
  if (allOf !== undefined) return choicesOf(Object.assign({}, ...allOf, rest) as Shape, named);
  const choices = oneOf ?? anyOf;
  if (choices !== undefined) return choices.flatMap((choice) => choicesOf(choice, named));
  if (!Array.isArray(type)) return [{ ...rest, type }];
  return type.map((one) => (one === 'null' ? { type: one } : { ...rest, type: one }));
}

/**
 * The choices that are left for what a path leads to, in a value that may be wrong.
 * @param path steps into the value
 */
export function choicesAt(
  shape: Shape,
  { value, path, named }: { value: unknown; path: readonly PropertyKey[]; named: Record<string, Shape> },
): PlainShape[] {
  const choices = fitting(choicesOf(shape, named), value);
  const [step, ...more] = path;
  if (step === undefined) return choices;
  const below = (value as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return choices
    .flatMap((choice) => (Array.isArray(value) ? choice.items : choice.properties?.[String(step)]) ?? [])
    .flatMap((next) => choicesAt(next, { value: below, path: more, named }));
}

/** The choices whose fixed words the value has, such as that of its role; all where it has none of them. */
function fitting(choices: PlainShape[], value: unknown): PlainShape[] {
  if (typeof value !== 'object' || value === null) return choices;
  const fit = choices.filter(({ properties = {} }) =>
    Object.entries(properties).every(
      ([name, { enum: words }]) =>
        words === undefined ||
        !Object.hasOwn(value, name) ||
        words.includes((value as Record<string, never>)[name] ?? null),
    ),
  );
  return fit.length === 0 ? choices : fit;
}
