import { z } from 'zod';
import { addressList } from './address-list.ts';
import { positiveInteger, text, variable } from './variable.ts';

/** Where the HTTP API listens, and its limits. */
export const API_VARIABLES = {
  API_HOST: variable({
    schema: text,
    takes: 'an address of this machine, such as 127.0.0.1 or 0.0.0.0',
    about:
      'Where the API listens. On an address that other machines can reach it refuses to start without an API key and IMAGE_SIGNING_KEY.',
    fallback: '127.0.0.1',
  }),
  API_PORT: variable({
    schema: z.coerce.number().int().min(0).max(65_535),
    takes: 'a port from 0 to 65535; 0 takes a free one',
    about: 'The port of the API.',
    fallback: '3000',
  }),
  CRAWLCHAIN_URL: variable({
    schema: z.url({ protocol: /^https?$/ }),
    takes: 'an http or https URL, such as https://crawlchain.example',
    about:
      'The URL of the API, for the command and the examples. Unset: the API of `npm start`, or API_HOST and API_PORT if one of them is set.',
  }),
  CRAWLCHAIN_KEY: variable({
    schema: text,
    takes: 'an API key, as `crawlchain keys create` prints it',
    about:
      'The API key of the command and the examples. On loopback none is needed until the first one is made.',
    secret: true,
  }),
  CRAWLCHAIN_CONTEXT: variable({
    schema: text,
    takes: 'the name of a context, as `crawlchain contexts list` shows it',
    about:
      'Which context the command uses if neither --server, --context nor CRAWLCHAIN_URL is given. Unset: the one that `crawlchain contexts use` chose.',
  }),
  CRAWLCHAIN_CONTEXTS_FILE: variable({
    schema: text,
    takes: 'a path, or `none`',
    about:
      'The file of contexts, with their keys; nobody else may read it. Unset: `~/.config/crawlchain/contexts.json`.',
  }),
  API_REQUESTS_PER_SECOND: variable({
    schema: positiveInteger.max(100_000),
    takes: 'a whole number from 1 to 100000',
    about: 'How many requests a second the API takes with one key, or from one address without a key.',
    fallback: '50',
  }),
  TRUSTED_PROXIES: variable({
    schema: addressList,
    takes: 'IP addresses and networks, separated by commas, such as 10.0.0.5,fd00::/8',
    about:
      'The reverse proxies in front of the API: of a request that comes from one of them, the client is the rightmost address in `X-Forwarded-For` that is not in this list. Unset: the header is ignored.',
  }),
  IMAGE_SIGNING_KEY: variable({
    schema: text.min(32),
    takes: 'a secret of at least 32 characters',
    about:
      'With it, `/img/` answers only addresses that are signed: docs/reference/images.md. Unset, it answers all; needed where other machines can reach the API.',
    secret: true,
  }),
} as const;
