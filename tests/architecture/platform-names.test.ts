import ts from 'typescript';
import { expect, test } from 'vitest';
import { PLATFORM_NAMES, type PlatformName } from '../../domain/dispensary.ts';
import { parseSource, projectFiles, readProjectFile, walk } from './source-files.ts';

// The chain, the API and the database are the same for every platform. A new platform adds its folder, its name to the list of names, its
// settings, and a storefront in the sandbox. All other code that names a platform is listed here, with the reason.
const EXCEPTIONS: Record<PlatformName, Record<string, string>> = {
  dutchie: {
    'db/migrations/0005_proxy_health.sql': 'rows from before there was a second platform are of the first',
    'db/migrations/0008_platforms.sql': 'rows from before there was a second platform are of the first',
    'legacy/legacy-platform.ts': 'the systems before crawled one platform',
    'scripts/start/run-pass.ts': 'the sandbox of the start has stores of one platform',
    'scripts/start/stack.ts': 'the sandbox of the start has stores of one platform',
    'temporal-config/schedules.ts':
      'the default schedule searches the platform that has a directory by state',
    'workflows/resolve-entry-point.ts': 'one whose input names no platform is of the first one',
    'workflows/crawl-dispensary.ts': 'a chain whose input names no platform is of the first one',
  },
  blaze: {},
};

/**
 * Matches the table that has the name of a platform, but holds the stores of every platform. It keeps its name because people and their
 * queries use it.
 */
const TABLE_NAME = /dutchie_discovery_locations\w*/g;

/** Generated files: the schema that the migrations make, and the types and values of the API's document. */
const MADE = ['db/schema.sql', 'api-client/api-types.ts', 'api-client/api-values.ts'];

const sources = projectFiles().filter((name) => /\.(ts|sql)$/.test(name));

test.each(PLATFORM_NAMES)(
  'no code knows the platform %s by name but its own, and the exceptions here',
  (platform) => {
    const own = new RegExp(
      `^(platforms/${platform}/|platforms/registry\\.ts$|domain/dispensary\\.ts$|(config|sandbox|bench|faults|examples|tests)/)`,
    );
    const knowing = sources.filter(
      (name) => !own.test(name) && codeOf(name).replaceAll(TABLE_NAME, '').toLowerCase().includes(platform),
    );
    expect(knowing.filter((name) => !MADE.includes(name)).toSorted()).toEqual(
      Object.keys(EXCEPTIONS[platform]).toSorted(),
    );
  },
);

/** Returns the identifiers and strings of a file, without comments and without examples of commands. */
function codeOf(name: string): string {
  if (name.endsWith('.sql')) return readProjectFile(name).replaceAll(/--.*$/gm, '');
  const text: string[] = [];
  walk(parseSource(name), (node) => {
    const isWord =
      ts.isIdentifier(node) ||
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node);
    if (isWord && !node.text.startsWith('crawlchain ')) text.push(node.text);
  });
  return text.join('\n');
}
