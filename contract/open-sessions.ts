import * as z from 'zod/mini'
import { time } from './fields.ts'
import { namedObject } from './named.ts'

/** The open sessions of the calling user or admin. */
export const openSessions = z.array(
  namedObject('Session', {
    id: z.uuid(),
    browser: z.string(),
    ipAddress: z.string(),
    loginTime: time,
    lastSeen: time,
    current: z.boolean(),
  }),
)
