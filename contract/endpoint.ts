import type * as z from 'zod/mini'
import { object } from 'zod/mini'
import type { Permission } from './permission.ts'
import type { Refusals } from './refusal.ts'

/** Who may call. There is no default: an endpoint that forgets to say does not compile. */
export type EndpointAccess =
  | 'anyone'
  | 'login-attempt'
  | 'user'
  | 'admin-login-attempt'
  | 'admin'
  | { userWithAnyOf: readonly Permission[] }
  | { adminWithAnyOf: readonly Permission[] }
  /** A platform itself, by a token that it was given for its client credentials (RFC 6749 §4.4). */
  | { platformWithScope: string }

/** One thing the browser can ask of the server. Both sides read it; neither repeats it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT'
  path: `/${string}`
  access: EndpointAccess
  /** An admin must have shown a code within the last five minutes (`POST /admin/step-up`). */
  stepUp?: true
  /** One sentence for the API's readers. */
  summary: string
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  /** Headers that mean something to this endpoint alone, by their names in lower case. */
  headers?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** What a success says, and under which status where that is not 200. */
  reply: z.ZodMiniType
  status?: 200 | 201 | 202 | 204
  refusals: Refusals
}

export type Body<E extends Endpoint> = E['body'] extends z.ZodMiniType
  ? z.output<E['body']>
  : undefined
export type Params<E extends Endpoint> = E['params'] extends z.ZodMiniObject
  ? z.output<E['params']>
  : undefined
export type Query<E extends Endpoint> = E['query'] extends z.ZodMiniObject
  ? z.output<E['query']>
  : undefined
export type Headers<E extends Endpoint> = E['headers'] extends z.ZodMiniObject
  ? z.output<E['headers']>
  : undefined
export type Reply<E extends Endpoint> = z.output<E['reply']>

/** What a caller gives: only the parts that the endpoint names. */
export type CallInput<E extends Endpoint> = (E['body'] extends z.ZodMiniType
  ? { body: z.input<E['body']> }
  : { body?: undefined }) &
  (E['params'] extends z.ZodMiniObject
    ? { params: z.input<E['params']> }
    : { params?: undefined }) &
  (E['query'] extends z.ZodMiniObject ? { query?: z.input<E['query']> } : { query?: undefined }) &
  (E['headers'] extends z.ZodMiniObject
    ? { headers: z.input<E['headers']> }
    : { headers?: undefined })

export const nothing = object({})

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
