import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { commonErrors, Refusal } from '#contract/refusal.ts'

/** A longer body is left to the provider, which has limits of its own. */
const maxLength = 12 * 1024

/** Reads a short form in UTF-8, so that the call's facts can be read before the provider begins; null for any other. */
export async function readForm(
  { headers }: FastifyRequest,
  payload: AsyncIterable<Buffer>,
): Promise<Buffer | null> {
  const length = Number(headers['content-length'])
  const isPlain = /^[^;]*(;\s*charset="?utf-8"?\s*)?$/i.test(headers['content-type'] ?? '')
  if (!isPlain || !(length <= maxLength)) return null
  const chunks: Buffer[] = []
  try {
    for await (const chunk of payload) chunks.push(chunk)
  } catch (cause) {
    // The client has gone.
    throw Object.assign(new Refusal(commonErrors.invalidInput), { cause })
  }
  return Buffer.concat(chunks)
}

/** Lets the provider, which reads the body itself, read it once more. */
export function giveBack(request: IncomingMessage, body: Buffer): void {
  Object.defineProperties(request, {
    readable: { value: true },
    iterator: { value: () => [body] },
  })
}
