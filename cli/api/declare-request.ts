import type { Command } from 'commander';
import { ApiProblem } from '../../api-client/answer-of.ts';
import type { ApiClient } from '../../api-client/create-api-client.ts';
import { CommandFailed } from '../command-failed.ts';
import { CommandRefused } from '../command-refused.ts';
import { answer } from '../output/print.ts';
import { watch } from '../output/watch.ts';
import { nameOwnCommand, reportFailure } from '../process-ports.ts';
import { withApi } from './with-api.ts';

/** How a command asks the API for something, and shows the answer. */
export interface ApiRequest<Args extends readonly unknown[], Options, Input, Answer> {
  /** Reads the call before the API is looked for. Absent: `send` gets the options as they are. @throws CommandRefused if it is wrong */
  read?: (options: Options, args: Args) => Input;
  /** Sends the request, and any other requests that it depends on. @param args the arguments of the call @throws CommandRefused if the call is wrong */
  send: (api: ApiClient, args: Args, input: Input) => Promise<Answer>;
  /** Does the same without the API, for calls with `--direct`; the command records them in the audit. */
  direct?: (args: Args, input: Input, command: Command) => Promise<Answer>;
  /** Formats the answer for people. `--json` prints the answer as it is. */
  format: (answer: Answer, args: Args, input: Input) => string;
  /** Whether the answer is what was requested; if not, the exit code is 1. Absent: every answer is. */
  isGood?: (answer: Answer) => boolean;
}

/** Sends the request that a command declares, and shows the answer. */
export async function sendRequest<Args extends readonly unknown[], Options extends object, Input, Answer>(
  command: Command,
  { read, send, direct, format, isGood }: ApiRequest<Args, Options, Input, Answer>,
): Promise<void> {
  const args = command.processedArgs as readonly unknown[] as Args;
  const options = command.opts<Options & { json?: true; direct?: true; watch?: true }>();
  const input = read === undefined ? (options as unknown as Input) : read(options, args);
  const ask = () => withApi(command, (api) => send(api, args, input));
  if (options.watch === true) return watch(async () => nameOwnCommand(format(await ask(), args, input)));
  const found = await (direct === undefined
    ? ask()
    : options.direct === true
      ? direct(args, input, command)
      : naming('--direct', ask));
  answer(found, options, (shown) => format(shown, args, input));
  if (isGood?.(found) === false) reportFailure();
}

/** Does some work; if no API answers, the error also names the option that needs none. */
async function naming<Answer>(option: string, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const isAnswer =
      error instanceof Error && error.cause instanceof ApiProblem && error.cause.status !== null;
    if (isAnswer || !(error instanceof CommandRefused || error instanceof CommandFailed)) throw error;
    const message = `${error.message} Where the database can be reached, ${option} does it there.`;
    throw new (error instanceof CommandRefused ? CommandRefused : CommandFailed)(message, { cause: error });
  }
}
