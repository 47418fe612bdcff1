import { createHmac } from 'node:crypto'

type Message = { id: string; timestamp: number; body: string }

/**
 * Returns the headers of a delivery (Standard Webhooks 1.0.0): the id, the time of this attempt in seconds, and one
 * signature per secret, separated by spaces.
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
