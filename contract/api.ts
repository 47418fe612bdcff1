import * as z from 'zod/mini'

/** How an API gets its access tokens: it introspects them, or verifies them itself (RFC 9068). */
export const apiFormats = ['opaque', 'jwt'] as const

export const maxApiScopes = 50

/** By which an API authenticates; none of a platform is like it. */
export function isApiClientId(id: unknown): id is string {
  return typeof id === 'string' && /^api-[0-9a-f]{32}$/.test(id)
}

/** The APIs and scopes that a platform may ask for. */
export const allowedApis = z
  .array(
    z.object({
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

/** As a list shows it. */
export const listedApi = z.object({
  /** The absolute URI that requests name as `resource`, and tokens as `aud`. */
  id: z.string(),
  /** By which it authenticates at the introspection endpoint. */
  clientId: z.string(),
  name: z.string(),
  format: z.enum(apiFormats),
  scopes: z.array(z.string()),
  active: z.boolean(),
})
