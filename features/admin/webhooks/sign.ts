import { createHmac } from 'node:crypto'

type Message = { id: string; timestamp: number; body: string }

/**
 * The headers of a delivery (Standard Webhooks 1.0.0): id, the time of this try in seconds, and a signature for each
 * secret, separated by spaces.
 */
export function signedHeaders(secrets: readonly string[], { id, timestamp, body }: Message) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
