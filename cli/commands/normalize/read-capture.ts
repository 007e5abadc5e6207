import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { PLATFORM_NAMES, type PlatformName } from '../../../domain/dispensary.ts';
import { parseStrictJson } from '../../../egress/parse-strict-json.ts';
import type { PlatformRegistry } from '../../../platforms/registry.ts';
import { CommandRefused } from '../../command-refused.ts';

const gunzipBytes = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

/** The largest file to read; menus of thousands of products have tens of megabytes. */
const BYTES_MAX = 200_000_000;

export const ACCEPTED =
  'It takes JSON, also gzipped: a body of a menu request, a bare list of products, or a stored payload.';

/** The products of a captured menu, as the platform sent them. */
export interface Capture {
  platform: PlatformName;
  products: readonly unknown[];
}

/**
 * Reads a captured menu.
 * @param wished the menu's platform; default: the one that the file names, or for a bare list the first platform
 * @throws CommandRefused when there is no such file, or it holds no menu
 */
export async function readCapture(
  file: string,
  platforms: PlatformRegistry,
  wished: PlatformName | undefined,
): Promise<Capture> {
  const content = parse(file, await readBytes(file));
  const capture = findMenu(content, platforms, wished);
  if (capture === null) {
    const of = wished === undefined ? '' : ` of ${wished}`;
    throw new CommandRefused(`Expected a menu${of} in ${file}, got ${describe(content)}. ${ACCEPTED}`);
  }
  refuseOtherThings(file, capture.products);
  const lookalike = findLookalike(capture, platforms);
  // The fields around the products also name the platform, so the option `--platform` alone would not help.
  if (lookalike !== null && !Array.isArray(content)) {
    const reported = readStored(content) === null ? 'form' : '"platform"';
    throw new CommandRefused(
      `Expected products of ${capture.platform} in ${file}, as its ${reported} says, got products that look like ` +
        `${lookalike}'s. Give their list alone, with --platform ${lookalike}.`,
    );
  }
  const other = wished !== undefined && capture.platform !== wished ? capture.platform : lookalike;
  if (other === null) return capture;
  const expected = wished ?? capture.platform;
  throw new CommandRefused(
    `Expected a menu of ${expected} in ${file}, got one that looks like ${other}'s. Pass --platform ${other}.`,
  );
}

/** Refuses a list that contains no object with fields. An empty list is accepted as an empty menu. */
function refuseOtherThings(file: string, products: readonly unknown[]): void {
  if (products.length === 0 || products.some((product) => nameOfOther(product) === null)) return;
  const found = [...new Set(products.map(nameOfOther))].join(', ');
  throw new CommandRefused(
    `Expected a list of products in ${file}, got ${products.length} items that are none: ${found}. ${ACCEPTED}`,
  );
}

/** Names the kind of an item that cannot be a product; null for an object with fields. */
function nameOfOther(item: unknown): string | null {
  if (Array.isArray(item)) return 'lists';
  if (item === null) return 'null';
  if (typeof item !== 'object') return item === true || item === false ? 'true or false' : `${typeof item}s`;
  return Object.keys(item).length === 0 ? 'empty objects' : null;
}

/** Finds the menu in a file. A bare list belongs to the wished platform, else to the first one. */
function findMenu(
  content: unknown,
  platforms: PlatformRegistry,
  wished: PlatformName | undefined,
): Capture | null {
  if (Array.isArray(content)) return { platform: wished ?? PLATFORM_NAMES[0], products: content };
  const stored = readStored(content);
  if (stored !== null) return stored;
  for (const platform of PLATFORM_NAMES) {
    const products = platforms[platform].productsOf(content);
    if (products !== null) return { platform, products };
  }
  return null;
}

/** How many products are examined to recognize a platform. */
const LOOKED_AT = 100;

/** Finds the platform whose products these look like; null if it is the expected one, or none. */
function findLookalike({ platform, products }: Capture, platforms: PlatformRegistry): PlatformName | null {
  const sample = products.slice(0, LOOKED_AT);
  const isOf = (name: PlatformName) => {
    const normalize = platforms[name].normalizerOf(sample);
    return sample.some((raw) => normalize(raw).ok);
  };
  return isOf(platform) ? null : (PLATFORM_NAMES.find(isOf) ?? null);
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > BYTES_MAX) throw new Error(`it has ${size} bytes, more than ${BYTES_MAX}`);
    const bytes = await readFile(file);
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return isGzip ? await gunzipBytes(bytes, { maxOutputLength: BYTES_MAX }) : bytes;
  } catch (cause) {
    throw refusal(file, 'to be readable', cause);
  }
}

function parse(file: string, bytes: Buffer): unknown {
  // Some editors write a byte order mark.
  const isMarked = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
  const parsed = parseStrictJson(isMarked ? bytes.subarray(3) : bytes);
  if (!parsed.ok) throw refusal(file, 'to be JSON', parsed.reason);
  return parsed.value;
}

function refusal(file: string, expectation: string, cause: unknown): CommandRefused {
  const fact = cause instanceof Error ? cause.message : String(cause);
  return new CommandRefused(`Expected ${file} ${expectation}: ${fact}. ${ACCEPTED}`, { cause });
}

/** Reads the content of a payload file as crawls store it, which names the platform; null if it is something else. */
function readStored(content: unknown): Capture | null {
  if (typeof content !== 'object' || content === null) return null;
  const { platform: named, products } = content as { platform?: unknown; products?: unknown };
  const platform = PLATFORM_NAMES.find((name) => name === named);
  return platform !== undefined && Array.isArray(products) ? { platform, products } : null;
}

/** Describes in a few words what was given instead of a menu or a product. */
export function describe(content: unknown): string {
  if (Array.isArray(content)) return 'a list';
  if (typeof content !== 'object' || content === null)
    return content === null ? 'null' : `a ${typeof content}`;
  const keys = Object.keys(content);
  if (keys.length === 0) return 'an empty object';
  return `an object with the keys ${keys.slice(0, 8).join(', ').slice(0, 200)}`;
}
