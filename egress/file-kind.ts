import { fileTypeFromBuffer } from 'file-type';
import { pictureTypeOf } from './download.ts';

/** What a file should be: a picture, a video or sound, a web page, or anything but a web page. */
export type WantedFile = 'picture' | 'media' | 'page' | 'any';

/** How many of the first bytes of a file are enough to detect its type. */
export const HEAD_BYTES = 32 * 1024;

/**
 * Detects the content type of a file by its first bytes.
 * @param named the content type that the site gave; it counts if the bytes show none, unless it says that they are a page
 */
export async function detectType(head: Buffer, named: string): Promise<string> {
  if (looksLikePage(head)) return 'text/html';
  const detected = pictureTypeOf(head) ?? (await fileTypeFromBuffer(head))?.mime;
  // Servers name files of unknown types so.
  return detected ?? (PAGE.test(named) ? 'text/plain' : named);
}

const PAGE = /^(text\/html|application\/xhtml\+xml)$/;

// The comment's pattern must not match one text in several ways, because a hostile page would stop the process then.
const PAGE_START = /^\uFEFF?\s*(<!--(?:(?!-->)[^])*-->\s*)*<(!doctype html|html|head|body)\b/i;

function looksLikePage(head: Buffer): boolean {
  return PAGE_START.test(head.toString('utf8', 0, 2_000));
}

/** Whether a file of this type is what was wanted. */
export function isWanted(contentType: string, wanted: WantedFile): boolean {
  switch (wanted) {
    case 'picture':
      return contentType.startsWith('image/');
    case 'media':
      return /^(video|audio)\/|^application\/(ogg|mp4)/.test(contentType);
    case 'page':
      return true;
    case 'any':
      return !PAGE.test(contentType);
  }
}
