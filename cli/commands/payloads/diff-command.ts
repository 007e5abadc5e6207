import { Option } from 'commander';
import { answerOf, type Answered } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { findApiDispensary } from '../../api/find-api-dispensary.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import { formatDiff } from './format-diff.ts';

const TAKES = '`diff` takes a dispensary, or the ids of two payloads';

/** Adds `diff`. @param parent the program, or the group of the stored menus, which has it too */
export function addDiffCommand(parent: CliCommand): void {
  const call = `crawlchain ${parent.parent === null ? '' : `${parent.name()} `}diff`;
  parent
    .command('diff')
    .description('Shows what changed in a menu: products, prices and stock by size.')
    .examples(`${call} 1`, `${call} 41 57 --json`)
    .argument(
      '[what...]',
      'a dispensary, by its id or slug: its last two payloads; or the ids of two payloads',
    )
    .addOption(new Option('--dispensary <dispensary>', 'the former way to name the dispensary').hideHelp())
    .reads({ read: readWanted, send: readDiff, format: formatDiff });
}

/** The dispensary whose last two payloads are compared, or the ids of the earlier and the later payload. */
type Wanted = { dispensary: string } | { from: number; to: number };

function readWanted({ dispensary }: { dispensary?: string }, [what = []]: [string[] | undefined]): Wanted {
  const given = dispensary === undefined ? what : [dispensary, ...what];
  const [first, second, ...others] = given;
  if (first !== undefined && second === undefined) return { dispensary: first };
  if (first === undefined || second === undefined || others.length > 0 || dispensary !== undefined)
    throw new CommandRefused(`${TAKES}; it was given ${given.join(' ') || 'none'}.`);
  return { from: readPayloadId(first), to: readPayloadId(second) };
}

function readPayloadId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new CommandRefused(`${JSON.stringify(text)} is not the id of a payload; ${TAKES}.`);
}

async function readDiff(api: ApiClient, _: unknown, wanted: Wanted): Promise<Schemas['PayloadDiff']> {
  const isPair = 'to' in wanted;
  const dispensaryId = isPair
    ? (await answerOf(api.GET('/api/payloads/{id}', { params: { path: { id: wanted.to } } }))).dispensary_id
    : (await findApiDispensary(api, wanted.dispensary)).id;
  const parameters = { path: { dispensaryId }, query: isPair ? wanted : {} };
  return answerOf(
    // The client's types leave out fields that are always null.
    api.GET('/api/payloads/store/{dispensaryId}/diff', { params: parameters }) as Promise<
      Answered<Schemas['PayloadDiff']>
    >,
  );
}
