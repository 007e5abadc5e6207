import type { Command } from 'commander';
import type { ApiClient } from '../../api-client/create-api-client.ts';
import { answer } from '../output/print.ts';
import { withApi } from './with-api.ts';

/** How a command asks the API for something, and shows the answer. */
export interface ApiRequest<Args extends readonly unknown[], Options, Input, Answer> {
  /** Reads the options before the API is looked for. Absent: `send` gets them as they are. @throws CommandRefused if they are wrong */
  read?: (options: Options) => Input;
  /** Sends the request, and any other requests that it depends on. @param args the arguments of the call @throws CommandRefused if the call is wrong */
  send: (api: ApiClient, args: Args, input: Input) => Promise<Answer>;
  /** Formats the answer for people. `--json` prints the answer as it is. */
  format: (answer: Answer, args: Args) => string;
}

/** Makes a command send one request to the API and show the answer. */
export function addRequest<Args extends readonly unknown[], Options extends object, Answer, Input = Options>(
  command: Command & { viaApi(): Command },
  { read, send, format }: ApiRequest<Args, Options, Input, Answer>,
): void {
  command.viaApi().action(async () => {
    const args = command.processedArgs as readonly unknown[] as Args;
    const options = command.opts<Options & { json?: true }>();
    const input = read === undefined ? (options as unknown as Input) : read(options);
    const found = await withApi(command, (api) => send(api, args, input));
    answer(found, options, (shown) => format(shown, args));
  });
}
