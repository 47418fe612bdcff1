import { randomUUID } from 'node:crypto'
import { refresh } from './portico.mjs'

/**
 * Sessions and ids of received webhooks, in memory and for one process. In production, keep both in your database, and
 * store a webhook's id in the transaction that processes it. They are on `globalThis` because Next.js loads this file
 * once for each route.
 */
const { sessions, webhooks } = (globalThis.portico ??= {
  sessions: new Map(),
  webhooks: new Set(),
})
const prefix = process.env.CLIENT_ID
export const cookies = {
  session: `${prefix}-session`,
  login: `${prefix}-login`,
  /** The options of all cookies. With `lax`, the browser does not send them with forms of other sites. */
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

/** Returns a session, refreshed if it is due; undefined if there is none, or the user no longer has access. */
export async function findSession(id) {
  const session = sessions.get(id)
  if (!session || Date.now() < session.refreshAt) return session
  try {
    // Concurrent requests share one refresh.
    await (session.refreshing ??= refresh(session).finally(() => delete session.refreshing))
  } catch (error) {
    // Any other error means that the portal was not reached, so the session stays.
    if (error.error !== 'invalid_grant') throw error
    sessions.delete(id)
  }
  return sessions.get(id)
}

/** Ends all sessions that belong to one session at the portal. Returns their number. */
export function endSessionsOf(sid) {
  const ended = [...sessions].filter(([, session]) => session.sid === sid)
  for (const [id] of ended) sessions.delete(id)
  return ended.length
}

/** Returns false for a message that was received before. The portal repeats a message if it gets no response. */
export function isNewWebhook(id) {
  const isNew = !webhooks.has(id)
  webhooks.add(id)
  return isNew
}
