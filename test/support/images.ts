import { crc32, deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

/** Returns a PNG of one color, encoded as any program would. */
export function pngOf(width: number, height = width, colour = [11, 93, 59, 255]): Buffer {
  const png = new PNG({ width, height })
  for (let at = 0; at < png.data.length; at += 4) png.data.set(colour, at)
  return PNG.sync.write(png)
}

export function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const bytes = Buffer.alloc(data.length + 12)
  bytes.writeUInt32BE(data.length)
  named.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(named), bytes.length - 4)
  return bytes
}

type Header = {
  width: number
  height: number
  depth?: number
  colours?: number
  interlace?: number
}

/** Returns a PNG with this header and these decompressed data, which may contradict each other. */
export function rawPng(
  { width, height, depth = 8, colours = 6, interlace = 0 }: Header,
  data: Buffer,
  others: readonly Buffer[] = [],
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([depth, colours, 0, 0, interlace], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...others,
    chunk('IDAT', deflateSync(data)),
    chunk('IEND'),
  ])
}
