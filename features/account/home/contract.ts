import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

/** Time with an offset, which PostgreSQL writes into JSON. */
const time = z.iso.datetime({ offset: true })

export const findDestination = endpoint('GET /users/destination', {
  access: 'anyone',
  summary: 'Returns the platform that a redirect_url leads to',
  query: z.object({ url: z.string() }),
  reply: z.object({
    /** Null if the URL leads to no active platform and must not be followed. `url` is normalized as in a browser. */
    platform: z.nullable(z.object({ id: z.string(), name: z.string(), url: z.string() })),
  }),
})

export const findPlatformName = endpoint('GET /users/platform-name', {
  access: 'anyone',
  summary:
    'Returns the name of a platform, to show to a user whom the platform redirected to the portal',
  query: z.object({ id: z.string() }),
  reply: z.object({
    /** Null for an unknown id. */
    name: z.nullable(z.string()),
  }),
})

export const findOverview = endpoint('GET /users/me/overview', {
  access: 'user',
  summary:
    'Returns the last password change, the last login and the platforms of the current user, for the home and security pages',
  reply: z.object({
    /** Null for a user without a password. */
    passwordChangedAt: z.nullable(time),
    /** Latest login of another session, even if it is later than the one of this session; null if there is none. */
    lastLogin: z.nullable(
      z.object({ timestamp: time, browser: z.string(), ipAddress: z.string() }),
    ),
    /** Platforms with the time when the user last opened each; null if that was not within 90 days. */
    platforms: z.array(
      z.object({ id: z.string(), description: z.string(), openedAt: z.nullable(time) }),
    ),
  }),
})
