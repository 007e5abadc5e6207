import type { WantedFile } from '../egress/file-kind.ts';

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'text/html': 'html',
  'text/plain': 'txt',
};

/** What the ending of an address promises. Sites answer with a page where a file is gone, or needs a login. */
export function wantedAt(url: string): WantedFile {
  const ending = endingOf(url) ?? '';
  return WANTED.find(([, endings]) => endings.includes(ending))?.[0] ?? 'any';
}

const WANTED: [WantedFile, string[]][] = [
  ['picture', ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif']],
  ['media', ['mp4', 'm4v', 'mov', 'webm', 'mkv', 'mp3', 'm4a', 'ogg', 'wav', 'flac']],
  ['page', ['html', 'htm', 'xhtml']],
];

function endingOf(url: string): string | undefined {
  return /\.([A-Za-z0-9]{1,8})$/.exec(new URL(url).pathname)?.[1]?.toLowerCase();
}

/** Returns the file name extension for the content type, else the ending of the address, else `bin`. */
export function extensionOf(url: string, contentType: string): string {
  return EXTENSIONS[contentType] ?? endingOf(url) ?? 'bin';
}

/** Returns the content type that the ending of a file's name stands for. */
export function contentTypeOf(name: string): string {
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase();
  const known = Object.entries(EXTENSIONS).find(([, extension]) => extension === ending);
  return known?.[0] ?? 'application/octet-stream';
}
