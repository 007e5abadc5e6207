import { Option } from 'commander';
import { readEnvironment } from '../../../config/environment.ts';
import { platformSettings } from '../../../config/platform-settings.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../../domain/dispensary.ts';
import { compareStructure } from '../../../domain/drift.ts';
import { NORMALIZER_VERSION } from '../../../domain/product.ts';
import { structureOf } from '../../../domain/structure.ts';
import { normalizeMenu } from '../../../platforms/normalize-menu.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import type { CliCommand } from '../../cli-command.ts';
import { describeMenu } from './describe-menu.ts';
import { asJson, describeExplanations } from './describe-explanations.ts';
import { explainNamed } from './explain-named.ts';
import { readCapture } from './read-capture.ts';
import { refuseOthers } from './refuse-others.ts';
import { answer } from '../../output/print.ts';
import { inSnakeCase } from '../../in-snake-case.ts';

interface Options {
  explain?: string;
  json?: boolean;
  platform?: PlatformName;
}

/** Adds `normalize`, which shows what a captured menu becomes, without any server. */
export function addNormalizeCommand(program: CliCommand): void {
  program
    .command('normalize')
    .description(
      'Shows how a captured menu is normalized: the products, and what is left out and why. Needs no server.',
    )
    .effect('reads')
    .examples(
      'crawlchain normalize menu.json',
      'crawlchain normalize store_1.json.gz --json',
      "crawlchain normalize menu.json --explain 'Blue Dream 3.5g'",
    )
    .argument(
      '<file>',
      'a body of a menu request, a bare list of products, or a stored payload; JSON, also gzipped',
    )
    .option(
      '--explain <product>',
      'shows where each value of a product came from; takes the id or the whole name of the product',
    )
    .option(
      '--json',
      'as one JSON object: products, skipped, flaws, drift; with --explain, as a list of values',
    )
    .addOption(
      new Option('--platform <name>', 'the platform of the menu, if the file does not name it').choices(
        PLATFORM_NAMES,
      ),
    )
    .action(normalize);
}

async function normalize(file: string, { explain, json = false, platform: wished }: Options): Promise<void> {
  // Normalizing sends no requests, so the addresses in the settings do not matter.
  const platforms = createPlatformRegistry(platformSettings(readEnvironment({})));
  const { platform: name, products } = await readCapture(file, platforms, wished);
  const platform = platforms[name];
  if (explain !== undefined) {
    const explanations = explainNamed(platform, products, explain);
    return answer(explanations.map(asJson), { json }, () => describeExplanations(explanations));
  }
  const menu = normalizeMenu(platform, products);
  refuseOthers({ file, platform, items: products }, menu);
  const known = new Map(platform.fields.documented.map((field) => [field.path, field]));
  const { drift } = compareStructure(known, structureOf(products, { maps: platform.fields.maps }));
  answer(inSnakeCase({ normalizerVersion: NORMALIZER_VERSION, ...menu, drift }), { json }, () =>
    describeMenu(menu, drift),
  );
}
