import { scrubWords } from '../../domain/credentials.ts';
import { CommandRefused } from '../command-refused.ts';

/** @param name what gave the address, such as `--server` @throws CommandRefused when it is none of an API */
export function refuseAddress(given: string, name: string): void {
  const url = URL.parse(given);
  const takes = 'it takes an http or https URL, such as https://crawlchain.example';
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new CommandRefused(`${name} is ${JSON.stringify(scrubWords(given))}; ${takes}.`);
  if (url.username !== '' || url.password !== '')
    throw new CommandRefused(`${name} has a user or a password in it; ${takes}, and CRAWLCHAIN_KEY the key.`);
}
