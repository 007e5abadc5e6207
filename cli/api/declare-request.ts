import type { ApiClient } from '../../api-client/create-api-client.ts';
import type { CliCommand } from '../cli-command.ts';
import { answer } from '../output/print.ts';
import { withApi } from './with-api.ts';

/** How a command asks the API for something, and shows the answer. */
interface ApiRequest<Args extends readonly unknown[], Options, Answer> {
  /** Sends the request, and reads what it needs. @param args the arguments of the call @throws CommandRefused if the call is wrong */
  send: (api: ApiClient, args: Args, options: Options) => Promise<Answer>;
  /** Formats the answer for people. `--json` prints the answer as it is. */
  format: (answer: Answer, args: Args) => string;
}

/** Makes a command send one request to the API and show the answer. */
export function addRequest<Args extends readonly unknown[], Options extends object, Answer>(
  command: CliCommand,
  { send, format }: ApiRequest<Args, Options, Answer>,
): void {
  command.viaApi().action(async () => {
    const args = command.processedArgs as readonly unknown[] as Args;
    const options = command.opts<Options & { json?: true }>();
    const found = await withApi(command, (api) => send(api, args, options));
    answer(found, options, (shown) => format(shown, args));
  });
}
