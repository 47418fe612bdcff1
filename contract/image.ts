import * as z from 'zod/mini'

/** Of an uploaded PNG, which has at most so many pixels in each direction. */
export const maxImageBytes = 100 * 1024
export const maxImagePixels = 1024
/** Of the image that the server has encoded again. */
export const maxStoredImageBytes = 256 * 1024

/** The body of an upload, of the type `image/png`: bytes for the server, a file in the browser. */
export const pngFile = z
  .unknown()
  .check(
    z.refine((value) => value instanceof Uint8Array || value instanceof Blob, 'notPng'),
  ) as unknown as z.ZodMiniType<Uint8Array | Blob, Uint8Array | Blob>

/** The SHA-256 of a stored image, by which it is named and served. */
export const imageHash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'unknownImage'))

/** The path at which every host serves a stored image. */
export function imagePath(hash: string): string {
  return `/images/${hash}.png`
}
