import * as z from 'zod/mini'
import { time } from './fields.ts'

/** The open sessions of the calling user or admin. */
export const openSessions = z.array(
  z.object({
    id: z.uuid(),
    browser: z.string(),
    ipAddress: z.string(),
    loginTime: time,
    lastSeen: time,
    current: z.boolean(),
  }),
)
