import { parentPort, workerData } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

/** A PNG file, its compressed image data, and the size of the inflated data in bytes. */
export type PngWork = { bytes: Uint8Array; data: Uint8Array; decodedBytes: number }

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(reencode(workerData as PngWork))

/** Decodes and re-encodes an image. Returns undefined if it cannot be decoded. */
function reencode({ bytes, data, decodedBytes }: PngWork): Buffer | undefined {
  try {
    // The inflated size is checked first, because pngjs inflates interlaced images without a limit.
    const inflated = inflateSync(data, { maxOutputLength: decodedBytes })
    if (inflated.length !== decodedBytes) return undefined
    const { width, height, data: pixels } = PNG.sync.read(Buffer.from(bytes))
    const isOpaque = pixels.every((value, index) => index % 4 !== 3 || value === 255)
    const copy = Object.assign(new PNG({ width, height }), { data: pixels })
    // Color type 2 is RGB, 6 is RGBA.
    return PNG.sync.write(copy, { colorType: isOpaque ? 2 : 6, deflateLevel: 9 })
  } catch {
    return undefined
  }
}
