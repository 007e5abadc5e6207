import { scrubWords } from '../../domain/credentials.ts';
import { CommandRefused } from '../command-refused.ts';

/** Refuses an invalid address of an API. @param name the source of the address, such as `--server` @throws CommandRefused */
export function refuseAddress(given: string, name: string): void {
  const url = URL.parse(given);
  const takes = 'it takes an http or https URL, such as https://crawlchain.example';
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new CommandRefused(`${name} is ${JSON.stringify(scrubWords(given))}; ${takes}.`);
  if (url.username !== '' || url.password !== '')
    throw new CommandRefused(`${name} has a user or a password in it; ${takes}, and CRAWLCHAIN_KEY the key.`);
}
