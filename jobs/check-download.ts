import { CrawlError } from '../domain/errors.ts';
import type { WantedFile } from '../egress/file-kind.ts';
import type { WantedDownload } from './job-type.ts';

const WANTED = Object.keys({
  picture: true,
  media: true,
  page: true,
  any: true,
} satisfies Record<WantedFile, true>);

/** Checks what `downloadFile` was given before it downloads anything: nothing else checks the types of a module. @throws CrawlError InvalidInput */
export function checkDownload(file: WantedDownload): void {
  const { stem, wanted, name }: Partial<Record<keyof WantedDownload, unknown>> = file ?? {};
  if (typeof stem === 'string' && WANTED.includes(String(wanted)) && typeof name === 'function') return;
  throw new CrawlError(
    'InvalidInput',
    `downloadFile takes a URL and { stem, wanted, name }: a text, one of ${WANTED.join(', ')}, and a function that returns the name of the file.`,
  );
}
