import { randomUUID } from 'node:crypto'
import { refresh } from './portico.mjs'

/**
 * In memory, for one process. Keep both in your database: the ids of webhooks in the transaction that does what they
 * ask for. (On `globalThis`, because Next.js loads this file once for each route.)
 */
const { sessions, webhooks } = (globalThis.portico ??= {
  sessions: new Map(),
  webhooks: new Set(),
})
const prefix = process.env.CLIENT_ID
export const cookies = {
  session: `${prefix}-session`,
  login: `${prefix}-login`,
  /** Lax: the browser sends them with no form of a foreign page. */
  options: {
    httpOnly: true,
    sameSite: 'lax',
    secure: process.env.HOME_URL?.startsWith('https:'),
    path: '/',
  },
}

export function openSession(session) {
  const id = randomUUID()
  sessions.set(id, session)
  return id
}

export function endSession(id) {
  sessions.delete(id)
}

/** Undefined where the browser has none, or the portal no longer lets the user in. */
export async function findSession(id) {
  const session = sessions.get(id)
  if (!session || Date.now() < session.refreshAt) return session
  try {
    // Requests at the same time share one refresh.
    await (session.refreshing ??= refresh(session).finally(() => delete session.refreshing))
  } catch (error) {
    // Anything else is no refusal: the portal was not reached.
    if (error.error !== 'invalid_grant') throw error
    sessions.delete(id)
  }
  return sessions.get(id)
}

/** All of one session at the portal; returns how many there were. */
export function endSessionsOf(sid) {
  const ended = [...sessions].filter(([, session]) => session.sid === sid)
  for (const [id] of ended) sessions.delete(id)
  return ended.length
}

/** False for a message that came before: it comes again where its answer was lost. */
export function isNewWebhook(id) {
  const isNew = !webhooks.has(id)
  webhooks.add(id)
  return isNew
}
