import type { ApiClient } from '../../api-client/create-api-client.ts';
import type { CliCommand } from '../cli-command.ts';
import { answer } from '../output/print.ts';
import { withApi } from './with-api.ts';

/** How a command asks the API for something, and shows the answer. */
interface ApiRequest<Text extends readonly unknown[], Options, Answer> {
  /** Sends the request, and reads what it needs. @param text the arguments of the call @throws CommandRefused if the call is wrong */
  send: (api: ApiClient, text: Text, options: Options) => Promise<Answer>;
  /** Formats the answer for people. `--json` prints the answer as it is. */
  format: (answer: Answer, text: Text) => string;
}

/** Makes a command send one request to the API and show the answer. */
export function addRequest<Text extends readonly unknown[], Options extends object, Answer>(
  command: CliCommand,
  { send, format }: ApiRequest<Text, Options, Answer>,
): void {
  command.viaApi().action(async () => {
    const text = command.processedArgs as readonly unknown[] as Text;
    const options = command.opts<Options & { json?: true }>();
    const found = await withApi(command, (api) => send(api, text, options));
    answer(found, options, (shown) => format(shown, text));
  });
}
