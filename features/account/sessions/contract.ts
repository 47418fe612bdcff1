import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/refusal.ts'

export const listSessions = endpoint({
  method: 'GET',
  path: '/users/sessions',
  access: 'user',
  summary: 'The open sessions of whoever is logged in, the current one first',
  reply: z.array(
    z.object({
      id: z.uuid(),
      browser: z.string(),
      ipAddress: z.string(),
      loginTime: z.iso.datetime(),
      lastSeen: z.iso.datetime(),
      current: z.boolean(),
    }),
  ),
  refusals: {},
})

export const endSession = endpoint({
  method: 'POST',
  path: '/users/sessions/{id}/logout',
  access: 'user',
  summary: 'Ends one session of whoever is logged in, here and on every platform',
  params: z.object({ id: z.string() }),
  body: nothing,
  reply: nothing,
  refusals: { notFound: errorCodes.notFound },
})

export const endOthers = endpoint({
  method: 'POST',
  path: '/users/sessions/logout-others',
  access: 'user',
  summary: 'Ends every other session of whoever is logged in, here and on every platform',
  body: nothing,
  reply: z.object({ ended: z.int() }),
  refusals: {},
})

export const reportSession = endpoint({
  method: 'POST',
  path: '/users/sessions/{id}/disown',
  access: 'user',
  summary:
    'Says that a session is somebody else’s: every other session ends, and the password logs nobody in any more until it is changed',
  params: z.object({ id: z.string() }),
  body: nothing,
  reply: nothing,
  refusals: { notFound: errorCodes.notFound },
})
