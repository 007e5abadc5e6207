import { findingsOf, type Finding } from './finding.ts';

const node = findingsOf('node');
const settings = findingsOf('settings');

const NODE_MAJOR_MIN = 24;

/** Checks whether this Node can run the TypeScript sources. @param version such as `process.versions.node` */
export function checkNode(version: string): Finding {
  return Number(version.split('.')[0]) >= NODE_MAJOR_MIN
    ? node.ok(version)
    : node.broken(
        `Node ${version}; Crawlchain needs ${NODE_MAJOR_MIN} or newer`,
        'Start it with `npx crawlchain`, which uses the Node that comes with the packages.',
      );
}

/** Reports wrong variables of the environment. @param complaints a line for each wrong variable */
export function checkSettings(complaints: string[]): Finding[] {
  if (complaints.length === 0) return [settings.ok('every variable that is set has a value that it takes')];
  return complaints.map((complaint) =>
    settings.broken(
      complaint,
      'Correct or unset it; docs/reference/configuration.md has all variables. The other checks treat it as not set.',
    ),
  );
}
