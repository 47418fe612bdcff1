import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const maxBytes = 64 * 1024

/**
 * Returns a server that receives the messages of one webhook. It calls `onEvent` once for each message, in order for
 * each user. A message that is repeated after a lost response has the same id. Store the ids in your database, in the
 * transaction that handles the event; this example keeps them in memory.
 */
export function createReceiver(secret, onEvent) {
  const webhook = new Webhook(secret)
  const known = new Set()
  return createServer(async (request, response) => {
    const body = await read(request)
    let event
    try {
      // Checks the signature, and that the message is not older than five minutes.
      event = webhook.verify(body, request.headers)
    } catch {
      return response.writeHead(400).end()
    }
    const id = request.headers['webhook-id']
    if (!known.has(id)) {
      await onEvent(event)
      known.add(id)
    }
    response.writeHead(204).end()
  })
}

async function read(request) {
  const parts = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > maxBytes) return ''
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
