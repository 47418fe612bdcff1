import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { invalidField } from '#contract/refusal.ts'
import { maxImageBytes, maxImagePixels, maxStoredImageBytes } from '#contract/image.ts'
import { createConcurrencyLimit, Overloaded } from './concurrency-limit.ts'
import type { PngWork } from './png-worker.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** Chunks of an animated PNG. */
const animationChunks = ['acTL', 'fcTL', 'fdAT']
/** The number of channels by color type. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** The passes of an interlaced image: first column, first row, column step and row step. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Bytes of a chunk besides its data: length, type and checksum. */
const chunkOverhead = 12
const timeoutMs = 15_000
const limit = createConcurrencyLimit(1, 10, () => new Overloaded('images', 5))

export type Png = { png: Buffer; width: number; height: number }

/** Accepts PNG bodies of at most `maxImageBytes` in the routes of this scope. */
export function acceptPng(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'image/png',
    { parseAs: 'buffer', bodyLimit: maxImageBytes },
    (_, body, done) => done(null, body),
  )
}

/**
 * Decodes and re-encodes a PNG in a separate thread, which keeps only its pixels. Throws a 400001 of `field` with the
 * broken rule; checks the header and the chunks before decoding. Throws Overloaded if too many images wait or decoding
 * takes too long.
 */
export async function reencodePng(bytes: Buffer, field: string): Promise<Png> {
  const { data, width, height, decodedBytes } = inspect(bytes, field)
  const work = { bytes, data, decodedBytes } satisfies PngWork
  const png = await limit.run(() => reencode(work))
  if (!png) throw invalidField(field, 'damagedImage')
  if (png.length > maxStoredImageBytes) throw invalidField(field, 'imageTooLarge')
  return { png, width, height }
}

/** Reads the header and the chunks. IEND must be the last chunk and end the file (PNG §5). Throws the broken rule. */
function inspect(bytes: Buffer, field: string) {
  if (bytes.length > maxImageBytes) throw invalidField(field, 'imageTooLarge')
  // The file begins with the signature (8 bytes) and the chunk IHDR (25 bytes, 13 of them data; PNG §11.2.1).
  const isPng =
    bytes.length > 33 &&
    bytes.subarray(0, 8).equals(signature) &&
    bytes.readUInt32BE(8) === 13 &&
    bytes.toString('latin1', 12, 16) === 'IHDR'
  if (!isPng) throw invalidField(field, 'notPng')
  const width = bytes.readUInt32BE(16)
  const height = bytes.readUInt32BE(20)
  const isSmall = width <= maxImagePixels && height <= maxImagePixels
  if (!isSmall) throw invalidField(field, 'imageTooLarge')
  // Bit depth times the channels of the color type.
  const bitsPerPixel = bytes.readUInt8(24) * (channelsOf[bytes.readUInt8(25)] ?? 0)
  const decodedBytes = decodedBytesOf({
    width,
    height,
    bitsPerPixel,
    isInterlaced: bytes[28] === 1,
  })
  if (decodedBytes === 0) throw invalidField(field, 'damagedImage')

  const data: Buffer[] = []
  let position = signature.length
  let chunkType = ''
  while (position < bytes.length && chunkType !== 'IEND') {
    const isWhole = position + chunkOverhead <= bytes.length
    const length = isWhole ? bytes.readUInt32BE(position) : Infinity
    if (position + chunkOverhead + length > bytes.length) throw invalidField(field, 'damagedImage')
    chunkType = bytes.toString('latin1', position + 4, position + 8)
    if (animationChunks.includes(chunkType)) throw invalidField(field, 'animatedImage')
    if (chunkType === 'IDAT') data.push(bytes.subarray(position + 8, position + 8 + length))
    position += chunkOverhead + length
  }
  if (chunkType !== 'IEND') throw invalidField(field, 'damagedImage')
  // Because data after the end could be another file in the same bytes.
  if (position !== bytes.length) throw invalidField(field, 'notPng')
  return { data: Buffer.concat(data), width, height, decodedBytes }
}

type Header = { width: number; height: number; bitsPerPixel: number; isInterlaced: boolean }

/** Returns the inflated size of the image data in bytes, with a filter byte per row; 0 if the header is invalid. */
function decodedBytesOf({ width, height, bitsPerPixel, isInterlaced }: Header): number {
  if (bitsPerPixel === 0 || bitsPerPixel > 64) return 0
  const sizeOf = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (Math.ceil((columns * bitsPerPixel) / 8) + 1)
  if (!isInterlaced) return sizeOf(width, height)
  return passes.reduce((sum, [x, y, stepX, stepY]) => {
    const columns = Math.max(0, Math.ceil((width - x) / stepX))
    const rows = Math.max(0, Math.ceil((height - y) / stepY))
    return sum + sizeOf(columns, rows)
  }, 0)
}

/** Re-encodes an image in a worker. Returns undefined if it cannot be decoded. Throws Overloaded on timeout. */
async function reencode(work: PngWork): Promise<Buffer | undefined> {
  const worker = new Worker(new URL('png-worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  })
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const [png] = (await once(worker, 'message', { signal })) as [Uint8Array | undefined]
    return png && Buffer.from(png)
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw new Overloaded('images', 5)
    throw error
  } finally {
    await worker.terminate()
  }
}
