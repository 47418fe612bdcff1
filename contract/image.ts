import * as z from 'zod/mini'

/** The maximum size of an uploaded PNG file, in bytes. */
export const maxImageBytes = 100 * 1024
/** The maximum width and height of an uploaded PNG file, in pixels. */
export const maxImagePixels = 1024
/** The maximum size of an image after the server has re-encoded it, in bytes. */
export const maxStoredImageBytes = 256 * 1024

/** The body of an upload with the type `image/png`: bytes on the server, a file in the browser. */
export const pngFile = z.custom<Uint8Array | Blob>(
  (value) => value instanceof Uint8Array || value instanceof Blob,
  'notPng',
)

/** The SHA-256 hash of a stored image, which is its name and part of its URL. */
export const imageHash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'unknownImage'))

/** Returns the path at which every host serves a stored image. */
export function imagePath(hash: string): string {
  return `/images/${hash}.png`
}
