import { readFile } from 'node:fs/promises'
import type { Message } from './message.ts'
import { get, getOne, json, type Answer, type Route } from './route.ts'
import type { Store } from './store.ts'

const files = {
  '/': { name: 'mailbox.html', type: 'text/html; charset=utf-8' },
  '/mailbox.css': { name: 'mailbox.css', type: 'text/css; charset=utf-8' },
  '/mail-list.css': { name: 'mail-list.css', type: 'text/css; charset=utf-8' },
  '/mail-view.css': { name: 'mail-view.css', type: 'text/css; charset=utf-8' },
  '/mailbox.svg': { name: 'mailbox.svg', type: 'image/svg+xml' },
  '/mailbox.js': { name: 'mailbox-client.js', type: 'text/javascript; charset=utf-8' },
  '/mail-list.js': { name: 'mail-list.js', type: 'text/javascript; charset=utf-8' },
  '/mail-view.js': { name: 'mail-view.js', type: 'text/javascript; charset=utf-8' },
}

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

export function pageRoutes(store: Store, host: string): Route[] {
  return [
    ...Object.entries(files).map(([path, { name, type }]) => get(path, () => file(name, type))),
    get('/changes', () => json({ version: store.version() })),
    getOne(store, '/view/([\\w-]+)\\.html', (found) => view(found, host)),
  ]
}

async function file(name: string, type: string): Promise<Answer> {
  const body = await readFile(new URL(name, import.meta.url))
  const headers = {
    'content-security-policy': pagePolicy,
    'cross-origin-opener-policy': 'same-origin',
  }
  return { type, body, headers }
}

/** A mail is foreign: no script, no form, no picture from far away, and links leave the frame. */
function view(message: Message, host: string): Answer | undefined {
  if (message.html === '') return undefined
  const near = new Set(['localhost', '127.0.0.1', ...(/^[a-z\d.-]+$/i.test(host) ? [host] : [])])
  const policy = [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    `img-src data: ${[...near].map((name) => `http://${name}:* https://${name}:*`).join(' ')}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
  return {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><base target="_blank">${withPictures(message)}`,
    headers: { 'content-security-policy': policy },
  }
}

function withPictures({ html, attachments }: Message): string {
  return html.replace(/\bcid:([^"'\s<>)]+)/g, (written, id) => {
    const part = attachments.find(({ contentId }) => contentId === id)
    if (!part) return written
    return `data:${part.contentType};base64,${Buffer.from(part.content).toString('base64')}`
  })
}
