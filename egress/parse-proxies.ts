import { parse } from 'csv-parse/sync';
import { PROXY_SESSIONS_MAX, type ProxyToSave } from '../domain/identity.ts';

/** The proxies of a list, and one complaint for each faulty line. No complaint contains a secret. */
export interface ParsedProxies {
  proxies: ProxyToSave[];
  complaints: string[];
}

const LINE_FORMS =
  'protocol://user:password@host:port, host:port, host:port:user:password, user:password@host:port or host,port,user,password';
const COLUMNS = ['protocol', 'host', 'port', 'username', 'password', 'owner', 'country', 'max_concurrent'];
const PROTOCOLS = ['http', 'https', 'socks5'] as const;

const HOST = String.raw`(?<host>\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?)`;
const PORT = String.raw`(?<port>\d{1,5})`;
/** The forms of a line, in the order in which they are tried. */
const FORMS = [
  // The last @ ends the credentials, because a password may contain one.
  new RegExp(`^(?<protocol>[a-z0-9]+)://(?:(?<credentials>.*)@)?${HOST}:${PORT}/?$`, 'is'),
  new RegExp(`^${HOST}:${PORT}$`, 'is'),
  new RegExp(
    String.raw`^(?<host>\[[0-9a-f:.]+\]|localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+):${PORT}:(?<username>[^:]+):(?<password>.*)$`,
    'is',
  ),
  new RegExp(`^(?<username>[^:]+):(?<password>.*)@${HOST}:${PORT}$`, 'is'),
];

/** The columns of a comma-separated line when no header line names them. */
const UNNAMED_COLUMNS = ['host', 'port', 'username', 'password'];
const COMMA_LINE = new RegExp(String.raw`^"?${HOST}"?\s*,\s*"?${PORT}"?\s*(,|$)`, 'is');

/** Parses a list: lines in any of the usual forms, or CSV with a header line. `#` starts a comment. */
export function parseProxies(text: string): ParsedProxies {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const first = lines.find((line) => !isRemark(line)) ?? '';
  return isHeader(first) ? parseCsv(lines) : parseLines(lines);
}

function isRemark(line: string): boolean {
  return line.trim() === '' || line.trim().startsWith('#');
}

function isHeader(line: string): boolean {
  const names = line.split(',').map((name) => name.trim().toLowerCase().replaceAll('"', ''));
  return names.includes('host') && names.includes('port');
}

function parseLines(lines: string[]): ParsedProxies {
  const parsed: ParsedProxies = { proxies: [], complaints: [] };
  for (const [at, line] of lines.entries()) {
    if (isRemark(line)) continue;
    const proxy = parseLine(line.trim());
    if (typeof proxy === 'string') parsed.complaints.push(`Line ${at + 1}: ${proxy}`);
    else parsed.proxies.push(proxy);
  }
  return parsed;
}

function parseLine(line: string): ProxyToSave | string {
  const found = FORMS.map((form) => form.exec(line)?.groups).find((groups) => groups !== undefined);
  if (COMMA_LINE.test(line))
    return found === undefined ? parseCommaLine(line) : 'it can be read in two ways; write it as a URL.';
  if (found === undefined) return `it takes ${LINE_FORMS}.`;
  const { credentials, ...fields } = found;
  if (credentials === undefined) return toProxy(fields);
  const colonAt = credentials.indexOf(':');
  const hasPassword = colonAt >= 0;
  return toProxy({
    ...fields,
    username: decoded(hasPassword ? credentials.slice(0, colonAt) : credentials),
    password: hasPassword ? decoded(credentials.slice(colonAt + 1)) : undefined,
  });
}

function parseCommaLine(line: string): ProxyToSave | string {
  let fields: string[];
  try {
    fields = parse(line).flat();
  } catch (error) {
    return notCsv(error);
  }
  // Otherwise an unquoted password with a comma would be cut.
  if (fields.length > UNNAMED_COLUMNS.length)
    return `it has more columns than ${UNNAMED_COLUMNS.join(', ')}; put a password with a comma in quotes, and name other columns in the first line.`;
  return toProxy(Object.fromEntries(fields.map((field, at) => [UNNAMED_COLUMNS[at], field])));
}

/** The error's message is not shown, because it may quote the line with its password. */
function notCsv(error: unknown): string {
  return `it is not valid CSV (${(error as { code?: string }).code ?? 'unknown'}).`;
}

/** Undoes URL percent-encoding; returns text that is not encoded correctly unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseCsv(lines: string[]): ParsedProxies {
  const headerAt = lines.findIndex((line) => !isRemark(line));
  const parsed: ParsedProxies = { proxies: [], complaints: [] };
  let records: { record: Record<string, string>; info: { lines: number } }[];
  try {
    records = parse(lines.slice(headerAt).join('\n'), {
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      comment: '#',
      comment_no_infix: true,
      skip_empty_lines: true,
      info: true,
    });
  } catch (error) {
    const { lines: at = 1 } = error as { lines?: number };
    return { proxies: [], complaints: [`Line ${headerAt + at}: ${notCsv(error)}`] };
  }
  const unknown = Object.keys(records[0]?.record ?? {}).filter((name) => !COLUMNS.includes(name));
  if (unknown.length > 0) {
    parsed.complaints.push(
      `Line ${headerAt + 1}: the columns ${unknown.join(', ')} are not known; it takes ${COLUMNS.join(', ')}.`,
    );
    return parsed;
  }
  for (const { record, info } of records) {
    const proxy = toProxy(record);
    if (typeof proxy === 'string') parsed.complaints.push(`Line ${headerAt + info.lines}: ${proxy}`);
    else parsed.proxies.push(proxy);
  }
  return parsed;
}

/** Builds a proxy from its fields, or describes what is wrong with them. */
function toProxy(fields: Record<string, string | undefined>): ProxyToSave | string {
  const given = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value || undefined]));
  const protocol = (given['protocol'] ?? 'http').trim().toLowerCase().replace('socks5h', 'socks5');
  if (!isProtocol(protocol)) return `the protocol is not known; it takes ${PROTOCOLS.join(', ')}.`;
  const host = (given['host'] ?? '')
    .trim()
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
  if (!new RegExp(`^${HOST}$`, 'i').test(host) && !/^[0-9a-f:.]+$/i.test(host))
    return 'the host is missing or is no host name or address.';
  const port = Number(given['port']);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    return 'the port is not a whole number from 1 to 65535.';
  const { username, password, owner } = given;
  if ([username, password, owner].some((text) => text?.includes('\0')))
    return 'there is a NUL character in it, which no database takes.';
  if (password !== undefined && username === undefined) return 'there is a password without a user name.';
  const countryCode = given['country']?.trim().toUpperCase();
  if (countryCode !== undefined && !/^[A-Z]{2}$/.test(countryCode))
    return 'the country is not a code of two letters.';
  const maxConcurrent = given['max_concurrent'] === undefined ? undefined : Number(given['max_concurrent']);
  if (
    maxConcurrent !== undefined &&
    !(Number.isInteger(maxConcurrent) && maxConcurrent > 0 && maxConcurrent <= PROXY_SESSIONS_MAX)
  )
    return `max_concurrent is not a whole number from 1 to ${PROXY_SESSIONS_MAX}.`;
  return {
    protocol,
    host,
    port,
    username: username ?? null,
    password: password ?? null,
    ...(owner === undefined ? {} : { owner }),
    ...(countryCode === undefined ? {} : { countryCode }),
    ...(maxConcurrent === undefined ? {} : { maxConcurrent }),
  };
}

function isProtocol(text: string): text is ProxyToSave['protocol'] {
  return (PROTOCOLS as readonly string[]).includes(text);
}
