import { CrawlError } from '../domain/errors.ts';

export const FITS = ['cover', 'contain', 'fill', 'inside', 'outside'] as const;
export const FORMATS = ['webp', 'jpeg', 'png', 'avif'] as const;

/** How a picture is to be changed. */
export interface ResizeParameters {
  /** Pixels; null follows from the other side, and both null keep the size. */
  width: number | null;
  height: number | null;
  /** Of the encoder; PNG loses nothing and has no use for it. */
  quality: number;
  /** How the picture meets the box when both sides are given. */
  fit: (typeof FITS)[number];
  /** Sigma in pixels of the result; null for none. */
  blur: number | null;
  gray: boolean;
  format: (typeof FORMATS)[number];
}

/** What a query may hold: values as they come, before anybody has looked at them. */
export type ResizeQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

interface Parameter<Value> {
  takes: string;
  fallback: Value;
  /** Undefined for what is not accepted. */
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
 * Reads the parameters of a picture's address: `w`, `h`, `q`, `fit`, `blur`, `gray`, `format`. What is not given has its
 * default; other names are passed over, because addresses carry marks of their own.
 * @throws CrawlError InvalidInput that names the first wrong parameter, what was given and what is accepted
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
