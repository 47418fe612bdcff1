import * as z from 'zod/mini'
import { time, uuid } from './fields.ts'
import { namedObject } from './named.ts'

/** The open sessions of the calling user or admin. */
export const openSessions = z.array(
  namedObject('Session', {
    id: uuid,
    browser: z.string(),
    ipAddress: z.string(),
    loginTime: time,
    lastSeen: time,
    current: z.boolean(),
  }),
)
