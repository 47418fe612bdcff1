import * as z from 'zod/mini'
import type { AskedApprovalReply, SecondPerson } from './approval.ts'
import type { MachineScope } from './machine.ts'
import type { CompanyPermission, Permission } from './permission.ts'
import { errorCodes, type Refusals } from './refusal.ts'

/** Who may call an endpoint. Required: an endpoint without it does not compile. */
export type EndpointAccess =
  | 'anyone'
  | 'login-attempt'
  | 'user'
  | 'admin-login-attempt'
  | 'admin'
  /** One of the company's own administrators. */
  | { userWithAnyOf: readonly CompanyPermission[] }
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
type StepUp = 5 | 15 | { none: string }

/**
 * The step-up authentication of a user's call: a passkey or a code shown so many minutes ago at most, or the password
 * where the account has no second factor.
 */
type UserStepUp = { withinMinutes: 5 } | { none: string }

/** One endpoint of the API: the only definition, read by server, browser and OpenAPI document. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT'
  path: `/${string}`
  access: EndpointAccess
  /** A changing call of an admin, or of a user to their factors, does not compile without it. */
  stepUp?: StepUp | UserStepUp
  /** The scope that lets a service account call it, too; never with `stepUp: 5` or an approval. */
  machine?: MachineScope
  /** A GET whose answer may be seconds old: a follower of the database gives it, where there is one. */
  mayLag?: true
  /** What it asks a second person for, where one is needed: it then answers 202 with the approval. */
  approval?: SecondPerson
  /** For the OpenAPI document. */
  summary: string
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  /** Headers that only this endpoint reads; names in lower case. */
  headers?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** A body for the OpenAPI document. */
  example?: unknown
  reply: z.ZodMiniType
  /** The first lines of the CSV file (`Blob`) that it answers, for the OpenAPI document. */
  csvExample?: string
  /** It answers an HTML document (`Blob`), for the OpenAPI document. */
  isPage?: true
  /** Of a success; 200 where it is not given. */
  status?: 200 | 201 | 202 | 204
  /** The largest body in bytes; 64 KiB where it is not given. */
  maxBodyBytes?: number
  /** The error codes that it answers besides `commonErrors`; any other one becomes 500001. */
  refusals: Refusals
}

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined
export type Body<E extends Endpoint> = Parsed<E['body']>
export type Params<E extends Endpoint> = Parsed<E['params']>
export type Query<E extends Endpoint> = Parsed<E['query']>
export type Headers<E extends Endpoint> = Parsed<E['headers']>
export type Reply<E extends Endpoint> = z.output<E['reply']>
/** What the server answers, before it is parsed: the reply, or that a second person is asked. */
export type ReplyInput<E extends Endpoint> =
  | z.input<E['reply']>
  | (E extends { approval: SecondPerson } ? AskedApprovalReply : never)

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

/** The same call of another area. */
export type TwinOf<E extends Endpoint> = Endpoint &
  Pick<E, keyof E & ('method' | 'params' | 'body' | 'reply')>

/** The reply of an endpoint without content. */
export const nothing = z.object({})

type Details = Omit<Endpoint, 'method' | 'path' | 'refusals'> & { refusals?: Refusals }
type Errors<D extends Details> = D extends { refusals: infer R extends Refusals } ? R : {}
type AdminAccess = 'admin' | { adminWithAnyOf: readonly Permission[] }
type UserAccess = 'user' | { userWithAnyOf: readonly CompanyPermission[] }
/** Below them a user adds and removes factors, and where else they are told; or locks the account. */
type FactorPath = `/users/${'passkeys' | 'recovery-codes' | 'contact-points' | 'lock'}${string}`

/** A service account calls neither what asks for step-up within five minutes nor what may ask a second person. */
type Machines<D extends Details> = D extends { stepUp: 5 } | { approval: SecondPerson }
  ? { machine?: never }
  : { machine?: MachineScope }

/** Only calls of admins and users have a step-up. A changing one of an admin or to a factor names it. */
type Steps<
  M extends Endpoint['method'],
  P extends Endpoint['path'],
  D extends Details,
> = D['access'] extends AdminAccess
  ? M extends 'GET'
    ? { stepUp?: StepUp } & Machines<D>
    : { stepUp: StepUp } & Machines<D>
  : D['access'] extends UserAccess
    ? [M, P] extends ['POST' | 'PUT', FactorPath]
      ? { stepUp: UserStepUp; machine?: never }
      : { stepUp?: UserStepUp; machine?: never }
    : { stepUp?: never; machine?: never }

/** Defines an endpoint by its method and path, such as `POST /users/login`. */
export function endpoint<
  const M extends Endpoint['method'],
  const P extends Endpoint['path'],
  const D extends Details,
>(
  route: `${M} ${P}`,
  details: D & Steps<M, P, D>,
): D & { method: M; path: P; refusals: Errors<D> } {
  const [method, path] = route.split(' ') as [M, P]
  const { stepUpRequired, invalidToken, tooManyRequests } = errorCodes
  const stepUp = stepUpMinutes(details) !== undefined && { stepUpRequired }
  const machine = details.machine !== undefined && { invalidToken, tooManyRequests }
  const refusals = { ...details.refusals, ...stepUp, ...machine } as Errors<D>
  return { ...details, method, path, refusals }
}

/** How many minutes ago the step-up authentication may have been; undefined where none is asked for. */
export function stepUpMinutes({ stepUp }: Pick<Endpoint, 'stepUp'>): number | undefined {
  if (typeof stepUp !== 'object') return stepUp
  return 'withinMinutes' in stepUp ? stepUp.withinMinutes : undefined
}
