import * as z from 'zod/mini'
import type { Permission } from './permission.ts'
import { errorCodes, type Refusals } from './refusal.ts'

/** Who may call an endpoint. Required: an endpoint without it does not compile. */
export type EndpointAccess =
  | 'anyone'
  | 'login-attempt'
  | 'user'
  | 'admin-login-attempt'
  | 'admin'
  | { userWithAnyOf: readonly Permission[] }
  | { adminWithAnyOf: readonly Permission[] }
  /** A platform's server, by a token for its client credentials (RFC 6749 §4.4). */
  | { platformWithScope: string }

/** The kind of caller that an endpoint is for. */
export function callerKindOf(access: EndpointAccess) {
  if (typeof access === 'string') return access
  if ('platformWithScope' in access) return 'platform'
  return 'adminWithAnyOf' in access ? 'admin' : 'user'
}

/**
 * The step-up authentication of an admin's call: how many minutes ago it may have been at most, or why the call
 * needs none. Five minutes for secrets, roles, authenticators and links; fifteen for every other change.
 */
export type StepUp = 5 | 15 | { none: string }

/** One endpoint of the API: the only definition, read by server, browser and OpenAPI document. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT'
  path: `/${string}`
  access: EndpointAccess
  /** Required for every call of an admin that changes something: one without it does not compile. */
  stepUp?: StepUp
  /** The scope that lets a service account call it, too; never with `stepUp: 5`. */
  machine?: string
  /** For the OpenAPI document. */
  summary: string
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  /** Headers that only this endpoint reads; names in lower case. */
  headers?: z.ZodMiniObject
  body?: z.ZodMiniType
  reply: z.ZodMiniType
  /** Of a success; 200 where it is not given. */
  status?: 200 | 201 | 202 | 204
  /** The error codes that it answers besides `commonErrors`; any other one becomes 500001. */
  refusals: Refusals
}

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined
export type Body<E extends Endpoint> = Parsed<E['body']>
export type Params<E extends Endpoint> = Parsed<E['params']>
export type Query<E extends Endpoint> = Parsed<E['query']>
export type Headers<E extends Endpoint> = Parsed<E['headers']>
export type Reply<E extends Endpoint> = z.output<E['reply']>

type InputPart<
  E extends Endpoint,
  Name extends 'body' | 'params' | 'query' | 'headers',
> = E[Name] extends z.ZodMiniType
  ? Record<Name, z.input<E[Name]>>
  : Partial<Record<Name, undefined>>
/** The input of a call: only the parts that the endpoint declares. */
export type CallInput<E extends Endpoint> = InputPart<E, 'body'> &
  InputPart<E, 'params'> &
  Partial<InputPart<E, 'query'>> &
  InputPart<E, 'headers'>

/** The reply of an endpoint without content. */
export const nothing = z.object({})

type Details = Omit<Endpoint, 'method' | 'path' | 'refusals'> & { refusals?: Refusals }
type Errors<D extends Details> = D extends { refusals: infer R extends Refusals } ? R : {}
type AdminAccess = 'admin' | { adminWithAnyOf: readonly Permission[] }
/** Only a call of an admin has a step-up; one that changes something names it. */
type Steps<M extends Endpoint['method'], D extends Details> = D['access'] extends AdminAccess
  ? M extends 'GET'
    ? unknown
    : { stepUp: StepUp }
  : { stepUp?: never; machine?: never }

/** Defines an endpoint by its method and path, such as `POST /users/login`. */
export function endpoint<
  const M extends Endpoint['method'],
  const P extends Endpoint['path'],
  const D extends Details,
>(route: `${M} ${P}`, details: D & Steps<M, D>): D & { method: M; path: P; refusals: Errors<D> } {
  const [method, path] = route.split(' ') as [M, P]
  const { stepUpRequired } = errorCodes
  const stepUp = typeof details.stepUp === 'number' && { stepUpRequired }
  return { ...details, method, path, refusals: { ...details.refusals, ...stepUp } as Errors<D> }
}
