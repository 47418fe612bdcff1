import * as z from 'zod/mini'
import { namedObject } from './named.ts'

/** The format of an API's access tokens: opaque, which it introspects, or JWT, which it verifies itself (RFC 9068). */
export const apiFormats = ['opaque', 'jwt'] as const

export const maxApiScopes = 50

/** Returns true for the client id of an API. No platform has an id of this form. */
export function isApiClientId(id: unknown): id is string {
  return typeof id === 'string' && /^api-[0-9a-f]{32}$/.test(id)
}

/** The APIs and scopes that a platform may request. */
export const allowedApis = z
  .array(
    namedObject('AllowedApi', {
      id: z.string().check(z.maxLength(255, 'tooLong')),
      scopes: z
        .array(z.string().check(z.maxLength(64, 'tooLong')))
        .check(z.minLength(1, 'required'), z.maxLength(maxApiScopes, 'tooMany')),
    }),
  )
  .check(
    z.maxLength(50, 'tooMany'),
    z.refine((apis) => new Set(apis.map(({ id }) => id)).size === apis.length, 'doubledApi'),
  )

export type AllowedApi = z.output<typeof allowedApis>[number]

export const apiAccess = { adminWithAnyOf: ['manage_platform'] } as const

/** An API in a list. */
export const listedApi = z.object({
  /** An absolute URI: `resource` in requests, `aud` in tokens. */
  id: z.string(),
  /** The id with which the API authenticates at the introspection endpoint. */
  clientId: z.string(),
  name: z.string(),
  format: z.enum(apiFormats),
  scopes: z.array(z.string()),
  active: z.boolean(),
})
