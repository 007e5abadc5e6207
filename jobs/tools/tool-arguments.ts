import { findCredentials } from '../../domain/credentials.ts';
import { CrawlError } from '../../domain/errors.ts';
import type { Tool } from './known-tools.ts';

/** More than a job needs; the system takes about 2 MB with the environment. */
const ARGUMENTS_MAX = 1_000;
const LENGTH_MAX = 100_000;

interface ArgumentRules {
  /** Names the browser of the session. */
  userAgent: string;
  /** Returns a text without the secrets of the job. */
  withoutSecrets: (text: string) => string;
}

/**
 * Checks the arguments that a job gives to a tool, and returns those that the tool is started with. The addresses come last, after
 * `--`, and a value is joined to its option: nothing that came from a site can be taken for an option.
 * @throws CrawlError InvalidInput for an unknown option, an address that is not of the web, or a secret
 */
export function toolArguments(
  tool: Tool,
  given: unknown,
  { userAgent, withoutSecrets }: ArgumentRules,
): string[] {
  const args = textsOf(tool, given);
  const options: string[] = [];
  const addresses: string[] = [];
  args.forEach((argument, at) => {
    // Everyone on this machine can read the arguments of a process.
    if (withoutSecrets(argument) !== argument || findCredentials(argument) !== null)
      throw refused(tool, `must not contain a credential, which argument ${at + 1} does`);
  });
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] ?? '';
    const [name = '', ...values] = argument.split('=');
    if (!argument.startsWith('-')) addresses.push(addressOf(tool, argument));
    else if (tool.flags.includes(argument)) options.push(argument);
    else if (!tool.options.includes(name)) throw refused(tool, unknownOption(tool, name));
    else if (values.length > 0) options.push(argument);
    else {
      at += 1;
      const value = args[at];
      if (value === undefined) throw refused(tool, `give ${name} no value`);
      options.push(`${name}=${value}`);
    }
  }
  return [...tool.always, ...tool.userAgent(userAgent), ...options, '--', ...addresses];
}

/** The process of a job may have sent anything. */
function textsOf(tool: Tool, given: unknown): string[] {
  const args: unknown[] = Array.isArray(given) ? given : [null];
  const texts = args.filter((argument): argument is string => typeof argument === 'string');
  if (texts.length < args.length || texts.some((text) => text.includes('\0')))
    throw refused(tool, 'are not a list of texts');
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (texts.length > ARGUMENTS_MAX || length > LENGTH_MAX)
    throw refused(tool, `are more than ${ARGUMENTS_MAX}, or have more than ${LENGTH_MAX} characters`);
  return texts;
}

function addressOf(tool: Tool, argument: string): string {
  if (/^https?:\/\//i.test(argument) && URL.canParse(argument)) return argument;
  throw refused(tool, `have ${JSON.stringify(argument.slice(0, 80))}, which is no address of the web`);
}

function unknownOption(tool: Tool, name: string): string {
  const known = [...tool.flags, ...tool.options].join(' ');
  return `have ${JSON.stringify(name.slice(0, 80))}, and of its options jobs may use ${known}`;
}

function refused(tool: Tool, text: string): CrawlError {
  return new CrawlError('InvalidInput', `The arguments of ${tool.program} ${text}.`);
}
