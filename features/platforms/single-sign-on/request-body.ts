import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { commonErrors, Refusal } from '#contract/refusal.ts'

/** Maximum body length in bytes. Longer bodies are left to the provider, which has its own limits. */
const maxLength = 12 * 1024

/**
 * Reads a short UTF-8 form, so that the call's facts can be read before the provider begins. Returns null for any other
 * body.
 */
export async function readForm(
  { headers }: FastifyRequest,
  payload: AsyncIterable<Buffer>,
): Promise<Buffer | null> {
  const length = Number(headers['content-length'])
  // Without the header, the length is NaN and the comparison is false.
  const isShort = length <= maxLength
  const isUtf8 = /^[^;]*(;\s*charset="?utf-8"?\s*)?$/i.test(headers['content-type'] ?? '')
  if (!isShort || !isUtf8) return null
  const chunks: Buffer[] = []
  try {
    for await (const chunk of payload) chunks.push(chunk)
  } catch (cause) {
    // The client has disconnected.
    throw Object.assign(new Refusal(commonErrors.invalidInput), { cause })
  }
  return Buffer.concat(chunks)
}

/** Makes the body readable again for the provider, which checks `readable` and reads the chunks of `iterator`. */
export function restoreBody(request: IncomingMessage, body: Buffer): void {
  Object.defineProperties(request, {
    readable: { value: true },
    iterator: { value: () => [body] },
  })
}
