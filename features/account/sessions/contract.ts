import * as z from 'zod/mini'
import { endpoint, nothing, type TwinOf } from '#contract/endpoint.ts'
import { idParams, linkToken, pageQuery, uuid } from '#contract/fields.ts'
import { openSessions } from '#contract/open-sessions.ts'
import { errors } from '#contract/refusal.ts'
import { namedObject } from '#contract/named.ts'

export const listSessions = endpoint('GET /users/sessions', {
  access: 'user',
  summary: 'Lists the current user’s active sessions, current session first',
  reply: openSessions,
})

export const endSession = endpoint('POST /users/sessions/{id}/logout', {
  access: 'user',
  summary: 'Ends one of the current user’s sessions, at the portal and on every platform',
  params: idParams,
  body: nothing,
  reply: nothing,
  refusals: errors('notFound'),
})

export const endOthers = endpoint('POST /users/sessions/logout-others', {
  access: 'user',
  summary: 'Ends all of the current user’s other sessions, at the portal and on every platform',
  body: nothing,
  reply: namedObject('EndedSessions', { ended: z.int() }),
})

export const reportSession = endpoint('POST /users/sessions/{id}/disown', {
  access: 'user',
  summary:
    'Reports that a session isn’t the user’s own: ends all other sessions and blocks logins with the password until it is changed',
  params: idParams,
  body: nothing,
  reply: nothing,
  refusals: errors('notFound'),
})

export const logMeOut = endpoint('POST /users/sessions/logout/with-token', {
  access: 'anyone',
  summary: 'Ends all sessions of the user to whom the link was emailed, and uses up the link',
  body: z.object({ token: linkToken }),
  reply: nothing,
  refusals: errors('invalidLink', 'tooManyRequests'),
})

/** Calls of the session list in one area, users or admins. */
export type SessionCalls = {
  list: TwinOf<typeof listSessions>
  end: TwinOf<typeof endSession>
  endOthers: TwinOf<typeof endOthers>
}

/** Outcomes of a login. */
export const loginOutcomes = [
  'succeeded',
  'wrong_password',
  'wrong_code',
  'wrong_passkey',
  'account_locked',
  'inactive',
] as const

/** Number of logins per page in the browser. */
export const loginsPerPage = 10

export const listLogins = endpoint('GET /users/login/history', {
  access: 'user',
  mayLag: true,
  summary: 'Lists the current user’s logins, including failed attempts, newest first',
  query: z.object(pageQuery),
  reply: z.array(
    z.object({
      timestamp: z.iso.datetime(),
      ipAddress: z.string(),
      browser: z.string(),
      outcome: z.enum(loginOutcomes),
      /**
       * ID of the session that a successful login opened, unless it is the current one; "This was not me" reports it.
       */
      sessionId: z.nullable(uuid),
    }),
  ),
})
