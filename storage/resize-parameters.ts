import { CrawlError } from '../domain/errors.ts';

export const FITS = ['cover', 'contain', 'fill', 'inside', 'outside'] as const;
export const FORMATS = ['webp', 'jpeg', 'png', 'avif'] as const;

/** The requested changes of a picture. */
export interface ResizeParameters {
  /** Pixels. If one side is null, it follows from the other one; if both are null, the picture keeps its size. */
  width: number | null;
  height: number | null;
  /** The encoder's quality; PNG is lossless and ignores it. */
  quality: number;
  /** How the picture fits the box if both sides are given. */
  fit: (typeof FITS)[number];
  /** Sigma in pixels of the result; null: no blur. */
  blur: number | null;
  gray: boolean;
  format: (typeof FORMATS)[number];
}

/** Unvalidated query values. */
export type ResizeQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

interface Parameter<Value> {
  takes: string;
  fallback: Value;
  /** Undefined if the text is not accepted. */
  read(text: string): Value | undefined;
}

const PARAMETERS = {
  w: side(),
  h: side(),
  q: { takes: 'a whole number from 1 to 100', fallback: 80, read: wholeUpTo(100) },
  fit: oneOf(FITS, 'cover'),
  blur: {
    takes: 'a number from 0.3 to 1000',
    fallback: null,
    read: (text) =>
      /^\d{1,4}(\.\d{1,6})?$/.test(text) && Number(text) >= 0.3 && Number(text) <= 1000
        ? Number(text)
        : undefined,
  } as Parameter<number | null>,
  gray: {
    takes: '1, or 0 for not',
    fallback: false,
    read: (text) => ({ '0': false, '1': true })[text],
  } as Parameter<boolean>,
  format: oneOf(FORMATS, 'webp'),
} satisfies Record<string, Parameter<unknown>>;

/**
 * Parses the parameters of a picture's URL: `w`, `h`, `q`, `fit`, `blur`, `gray`, `format`. Missing parameters get their defaults;
 * other names are ignored, because URLs may carry parameters for other purposes.
 * @throws CrawlError InvalidInput that names the first wrong parameter, the given value and the accepted ones
 */
export function parseResizeParameters(query: ResizeQuery): ResizeParameters {
  return {
    width: read(query, 'w', PARAMETERS.w),
    height: read(query, 'h', PARAMETERS.h),
    quality: read(query, 'q', PARAMETERS.q),
    fit: read(query, 'fit', PARAMETERS.fit),
    blur: read(query, 'blur', PARAMETERS.blur),
    gray: read(query, 'gray', PARAMETERS.gray),
    format: read(query, 'format', PARAMETERS.format),
  };
}

function read<Value>(query: ResizeQuery, name: string, parameter: Parameter<Value>): Value {
  const given = Object.hasOwn(query, name) ? query[name] : undefined;
  if (given === undefined) return parameter.fallback;
  const value = typeof given === 'string' ? parameter.read(given) : undefined;
  if (value !== undefined) return value;
  const shown = typeof given === 'string' ? JSON.stringify(given.slice(0, 40)) : `${given.length} values`;
  throw new CrawlError('InvalidInput', `The parameter ${name} takes ${parameter.takes}, got ${shown}`);
}

function side(): Parameter<number | null> {
  return { takes: 'a whole number of pixels from 1 to 4000', fallback: null, read: wholeUpTo(4000) };
}

function wholeUpTo(max: number): (text: string) => number | undefined {
  return (text) => (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= max ? Number(text) : undefined);
}

function oneOf<const Names extends readonly string[]>(
  names: Names,
  fallback: Names[number],
): Parameter<Names[number]> {
  return {
    takes: names.join(', '),
    fallback,
    read: (text) => names.find((name) => name === text),
  };
}
