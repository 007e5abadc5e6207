import { describe, expect, test } from 'vitest';
import { defaultSchedules } from '../../temporal-config/schedules.ts';
import { SEARCH_ATTRIBUTES } from '../../temporal-config/search-attributes.ts';
import { readProjectFile } from './source-files.ts';

const page = readProjectFile('docs/reference/temporal.md');
const schedules = readProjectFile('docs/how-to/change-a-schedule.md');

/** Returns the first cells of the rows of the table under a heading. */
function firstCells(heading: string): string[] {
  const section = page.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map((found) => found[1]!);
}

describe('docs/reference/temporal.md', () => {
  test('has a row for each workflow', () => {
    const register = readProjectFile('workflows/index.ts');
    const exported = [...register.matchAll(/^export \{ (\w+) \}/gm)].map((found) => found[1]!);
    expect(firstCells('Workflows').sort()).toEqual(exported.sort());
  });

  test('has a row for each search attribute', () => {
    expect(firstCells('Search attributes').sort()).toEqual(SEARCH_ATTRIBUTES.map(({ name }) => name).sort());
  });
});

test('docs/how-to/change-a-schedule.md has a row for each schedule, with its interval', () => {
  for (const { id, intervalHours } of defaultSchedules({
    discoveryStates: ['AZ'],
    crawlIntervalHours: 4,
  })) {
    const interval = intervalHours < 1 ? `${intervalHours * 60} minutes` : `${intervalHours} hours`;
    expect(schedules).toMatch(new RegExp(`^\\| \`${id}\` +\\| ${interval} +\\|`, 'm'));
  }
});

describe('the dynamic configuration of a cluster', () => {
  /** Settings that the cluster's version of the server enables by default. */
  const ON_BY_ITSELF = ['matching.useNewMatcher'];

  test('says what that of the development server says', () => {
    const cluster = readProjectFile('temporal-config/dynamic-config/cluster.yaml').replaceAll("'", '"');
    const dev = JSON.parse(readProjectFile('temporal-config/dynamic-config/dev-server.json')) as {
      key: string;
      value: unknown;
    }[];
    for (const { key, value } of dev.filter((entry) => !ON_BY_ITSELF.includes(entry.key)))
      expect(cluster).toContain(`\n${key}:\n  - value: ${JSON.stringify(value)}\n`);
  });
});

describe('docker-compose.yml', () => {
  test('registers every search attribute', () => {
    const names = /for name in (.+); do/.exec(readProjectFile('docker-compose.yml'))?.[1]?.split(' ');
    expect(names?.sort()).toEqual(SEARCH_ATTRIBUTES.map(({ name }) => name).sort());
  });
});
