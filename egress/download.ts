import { CrawlError } from '../domain/errors.ts';
import { headerOf, type HttpRequest, type HttpTransport } from './http-transport.ts';
import { judgeStatus } from './judge-answer.ts';

const IMAGE_BYTES_MAX = 10_000_000;

export type DownloadOptions = {
  /** 10 MB by default. */
  maxBytes?: number;
} & Partial<Pick<HttpRequest, 'headers' | 'signal' | 'timeoutMs' | 'bodyTimeoutMs'>>;

export type DownloadedImage = {
  bytes: Buffer;
  /** Detected from the bytes, not from the server's header. */
  contentType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/avif';
};

/**
 * Downloads one image. The transport's policy decides which addresses are allowed: by default only https.
 *
 * The first bytes determine the type. SVG and unknown types are refused, because the bytes go to a decoder.
 * @throws CrawlError ContractBroken for anything but a known image type within `maxBytes`, and whatever `HttpTransport.send` and
 *   `judgeStatus` throw.
 */
export async function downloadImage(
  transport: Pick<HttpTransport, 'send'>,
  url: string,
  { maxBytes = IMAGE_BYTES_MAX, headers = [], ...rest }: DownloadOptions = {},
): Promise<DownloadedImage> {
  const request = {
    method: 'GET',
    url,
    headers,
    maxWireBytes: maxBytes,
    maxBodyBytes: maxBytes,
    ...rest,
  } as const;
  const response = await transport.send(request);
  judgeStatus(response);
  const contentType = pictureTypeOf(response.body);
  if (contentType === null) {
    throw new CrawlError(
      'ContractBroken',
      'Expected a JPEG, PNG, WebP, GIF or AVIF picture, got something else',
      {
        evidence: {
          fault: 'not-a-picture',
          contentType: (headerOf(response, 'content-type') ?? '').slice(0, 100),
          bytes: response.body.length,
        },
      },
    );
  }
  return { bytes: response.body, contentType };
}

/** Detects a picture by its first bytes; null if it is none of the known types. */
export function pictureTypeOf(bytes: Buffer): DownloadedImage['contentType'] | null {
  const start = bytes.toString('latin1', 0, 32);
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'image/webp';
  // AVIF is the brand or a compatible brand of an ISO media file.
  if (start.startsWith('ftyp', 4) && /avi[fs]/.test(start.slice(8))) return 'image/avif';
  return null;
}
