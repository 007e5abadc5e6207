import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { makePhoto } from './make-picture.ts';

/** Returns files that are meant to harm the decoder or to look like something else, by kind. */
export async function makeHostilePictures(): Promise<Record<string, Buffer>> {
  const photo = makePhoto(400, 300);
  const [jpeg, png, webp, gif, avif] = await Promise.all(
    (['jpeg', 'png', 'webp', 'gif', 'avif'] as const).map((format) =>
      photo.clone().toFormat(format).toBuffer(),
    ),
  );
  const all = { jpeg, png, webp, gif, avif } as Record<string, Buffer>;
  const half = Object.entries(all).map(([name, bytes]) => [
    `${name}, cut in the middle`,
    bytes.subarray(0, bytes.length / 2),
  ]);
  return {
    ...Object.fromEntries(half),
    'PNG bomb: 30,000 × 30,000 in some kilobytes': pngOf({
      width: 30_000,
      height: 30_000,
      depth: 1,
      colour: 0,
    }),
    'PNG bomb of 16 bits a channel, within the limit of pixels': pngOf({
      width: 7_000,
      height: 7_000,
      depth: 16,
      colour: 6,
    }),
    'PNG with the largest size a header holds': pngHead(0x7fffffff, 0x7fffffff),
    'PNG with no pixels behind its head': pngHead(4_000, 4_000),
    'PNG of no size': pngHead(0, 0),
    'JPEG that says 65,500 × 65,500': withJpegSize(jpeg as Buffer, 65_500, 65_500),
    'WebP that says 16,384 × 16,384': webpHead(16_384, 16_384),
    'GIF that says 65,535 × 65,535': withGifSize(gif as Buffer, 65_535, 65_535),
    'GIF of 5,000 frames': gifOf(5_000),
    'AVIF that says 60,000 × 60,000': withAvifSize(avif as Buffer, 60_000, 60_000),
    SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'SVG that draws without end': Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${'a'.repeat(99)}">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>`,
    ),
    TIFF: await photo.clone().tiff().toBuffer(),
    PDF: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
    'the name of a picture on other bytes': Buffer.concat([
      Buffer.from('\xff\xd8\xff\xe0', 'latin1'),
      Buffer.alloc(5_000, 0x41),
    ]),
    'WebP in name alone': Buffer.concat([
      Buffer.from('RIFF\x10\x00\x00\x00WEBP', 'latin1'),
      Buffer.alloc(5_000, 1),
    ]),
    nothing: Buffer.alloc(0),
    zeros: Buffer.alloc(1_000_000),
    'JPEG that is a page': Buffer.concat([jpeg as Buffer, Buffer.from('<HTML ><body onload=alert(1)>')]),
    'PNG with a script in its text': withPngText(png as Buffer, '<script>alert(1)</script>'),
    'GIF that is a script': Buffer.concat([
      Buffer.from('GIF89a/*'),
      (gif as Buffer).subarray(8),
      Buffer.from('*/=1;alert(1)'),
    ]),
    'JPEG that is a server page': Buffer.concat([jpeg as Buffer, Buffer.from('<?php system($_GET[0]); ?>')]),
    'WebP with an SVG behind it': Buffer.concat([webp as Buffer, Buffer.from('<svg onload = "alert(1)">')]),
    'JPEG that is an archive': Buffer.concat([jpeg as Buffer, zipOf('a.txt', 'PK\x05\x06 in the text')]),
    'PDF that is a JPEG': Buffer.concat([
      Buffer.from('\xff\xd8\xff\xfe\x00\x0b%PDF-1.7\n', 'latin1'),
      (jpeg as Buffer).subarray(2),
    ]),
  };
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const PNG_MAGIC = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function pngHead(width: number, height: number, [depth, colour] = [8, 2]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, 0], 8);
  return Buffer.concat([PNG_MAGIC, chunk('IHDR', header)]);
}

/** Returns a complete PNG of zeros, which compress to a thousandth. */
function pngOf({
  width,
  height,
  depth,
  colour,
}: Record<'width' | 'height' | 'depth' | 'colour', number>): Buffer {
  const channels = colour === 6 ? 4 : 1;
  const row = 1 + Math.ceil((width * channels * depth) / 8);
  const pixels = deflateSync(Buffer.alloc(row * height), { level: 9 });
  return Buffer.concat([
    pngHead(width, height, [depth, colour]),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the PNG with a text chunk after its header. */
export function withPngText(png: Buffer, text: string): Buffer {
  const head = PNG_MAGIC.length + 25;
  return Buffer.concat([
    png.subarray(0, head),
    chunk('tEXt', Buffer.from(`Comment\0${text}`)),
    png.subarray(head),
  ]);
}

function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

function withGifSize(gif: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(gif);
  // Sets the size of the screen and the size of its frame, because the decoder uses the frame's.
  const frame = changed.indexOf(Buffer.from('2c00000000', 'hex'));
  for (const at of [6, frame + 5]) {
    changed.writeUInt16LE(width, at);
    changed.writeUInt16LE(height, at + 2);
  }
  return changed;
}

function withAvifSize(avif: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(avif);
  const size = changed.indexOf('ispe');
  changed.writeUInt32BE(width, size + 8);
  changed.writeUInt32BE(height, size + 12);
  return changed;
}

/** Returns the header of a WebP with an alpha channel and without data. */
function webpHead(width: number, height: number): Buffer {
  const extended = Buffer.alloc(10);
  extended.writeUInt8(0x10, 0);
  extended.writeUIntLE(width - 1, 4, 3);
  extended.writeUIntLE(height - 1, 7, 3);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(10);
  const body = Buffer.concat([Buffer.from('WEBPVP8X'), size, extended]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), length, body]);
}

/** Returns a GIF with this number of equal frames of one pixel. */
export function gifOf(frames: number): Buffer {
  const head = Buffer.from('474946383961010001008000000000000000ff21f90400000000002c', 'hex').subarray(0, 19);
  const frame = Buffer.from('21f904000a0000002c000000000100010000020244010000', 'hex').subarray(0, 23);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

/** Returns a ZIP archive of one file, which is stored without compression. */
function zipOf(name: string, text: string): Buffer {
  const data = Buffer.from(text, 'latin1');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt32LE(crc32(data), 14);
  local.writeUInt32LE(data.length, 18);
  local.writeUInt32LE(data.length, 22);
  local.writeUInt16LE(name.length, 26);
  const comment = Buffer.from('a comment');
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([local, Buffer.from(name), data, end, comment]);
}

/** Returns pictures that are odd but valid, as product photos often are. */
export async function makeOddPictures(): Promise<Record<string, Buffer>> {
  const photo = makePhoto(400, 300);
  const jpeg = await photo.clone().jpeg().toBuffer();
  const junk = Buffer.alloc(60_000, 0x5a);
  const segment = (marker: number, head: string): Buffer => {
    const body = Buffer.concat([Buffer.from(head, 'latin1'), junk]);
    const frame = Buffer.from([0xff, marker, 0, 0]);
    frame.writeUInt16BE(body.length + 2, 2);
    return Buffer.concat([frame, body]);
  };
  const withSegments = (...segments: Buffer[]): Buffer =>
    Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
  return {
    'JPEG with junk for EXIF': withSegments(segment(0xe1, 'Exif\0\0')),
    'JPEG with junk for a colour profile': withSegments(segment(0xe2, 'ICC_PROFILE\0\x01\x01')),
    'JPEG with a megabyte of comments': withSegments(...Array.from({ length: 18 }, () => segment(0xfe, ''))),
    'JPEG with zeros behind its end': Buffer.concat([jpeg, Buffer.alloc(5_000)]),
    'PNG with a plain text': withPngText(await photo.clone().png().toBuffer(), 'taken in <Tempe>'),
    'GIF of 20 frames': gifOf(20),
    'progressive JPEG': await photo.clone().jpeg({ progressive: true }).toBuffer(),
    'interlaced PNG': await photo.clone().png({ progressive: true }).toBuffer(),
    'CMYK JPEG': await photo.clone().toColourspace('cmyk').jpeg().toBuffer(),
    '16 bits a channel': await sharp(await photo.clone().png().toBuffer())
      .toColourspace('rgb16')
      .png()
      .toBuffer(),
  };
}
