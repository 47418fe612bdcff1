import * as z from 'zod/mini'
import type { AskedApprovalReply, SecondPerson } from './approval.ts'
import type { MachineScope } from './machine.ts'
import type { CompanyPermission, Permission } from './permission.ts'
import { errorCodes, type Refusals } from './refusal.ts'
import { namedObject } from './named.ts'

/** The callers of an endpoint. Required: an endpoint without it does not compile. */
export type EndpointAccess =
  | 'anyone'
  | 'login-attempt'
  | 'user'
  | 'admin-login-attempt'
  | 'admin'
  /** A service account with the scope of `machine`. */
  | 'service'
  /** A user who is an administrator of their company, with one of these permissions. */
  | { userWithAnyOf: readonly CompanyPermission[] }
  | { adminWithAnyOf: readonly Permission[] }
  /** A platform's server, with an access token for its client credentials (RFC 6749 §4.4). */
  | { platformWithScope: string }

/** Returns the kind of caller that an endpoint is for. */
export function callerKindOf(access: EndpointAccess) {
  if (typeof access === 'string') return access
  if ('platformWithScope' in access) return 'platform'
  return 'adminWithAnyOf' in access ? 'admin' : 'user'
}

/** Returns true if only programs call the endpoint: they have a token, but no cookie. */
export function isOfProgram(access: EndpointAccess): boolean {
  return ['platform', 'service'].includes(callerKindOf(access))
}

/**
 * The maximum age, in minutes, of the step-up authentication for an admin's call, or the reason why it needs none.
 * Five minutes for secrets, roles, authenticators and links; fifteen for every other change.
 */
type StepUp = 5 | 15 | { none: string }

/**
 * The maximum age, in minutes, of the step-up authentication for a user's call, or the reason why the call needs none.
 * Users confirm by passkey or code, or by password if the account has no second factor.
 */
type UserStepUp = { withinMinutes: 5 | 15 } | { none: string }

/** The worst that a change could do, and why its protection suffices, for docs/dangers.md. Pages do not contain it. */
export type Danger = { worst: string; reason: string }

/** The definition of an endpoint, used by the server, the browser and the OpenAPI document. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT'
  path: `/${string}`
  access: EndpointAccess
  /**
   * Required for calls that change something for other people, by admins or administrators of a company, and for calls
   * that change the user's factors: the type enforces it.
   */
  stepUp?: StepUp | UserStepUp
  /** Required for calls with a step-up that change something for other people: the type enforces it. */
  danger?: Danger
  /** Allows a change with `access: 'admin'` to a suspended admin. Permissions decide about other calls. */
  whileSuspended?: true
  /**
   * The scope with which a service account may call the endpoint. Excludes `stepUp: 5` and `approval`, unless only
   * service accounts may call it.
   */
  machine?: MachineScope
  /** Allows a GET to read from a follower, if there is one; its reply may then be seconds old. */
  mayLag?: true
  /** The two-person approval that the action may require. The endpoint then answers 202 with the request. */
  approval?: SecondPerson
  /** A summary for the OpenAPI document. */
  summary: string
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  /** Headers that only this endpoint reads, with names in lower case. */
  headers?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** An example body for the OpenAPI document. */
  example?: unknown
  /** Examples of fields by name, for the OpenAPI document. Pages do not contain them. */
  examples?: Readonly<Record<string, string | number>>
  reply: z.ZodMiniType
  /** The columns of the CSV file (`Blob`) that the endpoint returns, each with an example for the OpenAPI document. */
  csvColumns?: Readonly<Record<string, string>>
  /** True if the endpoint returns an HTML document, which a page shows in a frame. For the OpenAPI document. */
  isPage?: true
  /** The HTTP status of a success. Default: 200. */
  status?: 200 | 201 | 202 | 204
  /** The maximum size of the body in bytes. Default: 64 KiB. */
  maxBodyBytes?: number
  /** The error codes of this endpoint besides `commonErrors`. Any other code becomes 500001. */
  refusals: Refusals
}

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined
export type Body<E extends Endpoint> = Parsed<E['body']>
export type Params<E extends Endpoint> = Parsed<E['params']>
export type Query<E extends Endpoint> = Parsed<E['query']>
export type Headers<E extends Endpoint> = Parsed<E['headers']>
export type Reply<E extends Endpoint> = z.output<E['reply']>
/** The value that an action returns, before it is parsed: the reply, or a pending approval. */
export type ReplyInput<E extends Endpoint> =
  | z.input<E['reply']>
  | (E extends { approval: SecondPerson } ? AskedApprovalReply : never)

type InputPart<
  E extends Endpoint,
  Name extends 'body' | 'params' | 'query' | 'headers',
> = E[Name] extends z.ZodMiniType
  ? Record<Name, z.input<E[Name]>>
  : Partial<Record<Name, undefined>>
/** The input of a call, with only the parts that the endpoint declares. */
export type CallInput<E extends Endpoint> = InputPart<E, 'body'> &
  InputPart<E, 'params'> &
  Partial<InputPart<E, 'query'>> &
  InputPart<E, 'headers'>

/** An endpoint of another area with the same method, params, body and reply. */
export type TwinOf<E extends Endpoint> = Endpoint &
  Pick<E, keyof E & ('method' | 'params' | 'body' | 'reply')>

/** The reply of an endpoint without content. */
export const nothing = namedObject('Nothing', {})

type Details = Omit<Endpoint, 'method' | 'path' | 'refusals'> & { refusals?: Refusals }
type Errors<D extends Details> = D extends { refusals: infer R extends Refusals } ? R : {}
type AdminAccess = 'admin' | { adminWithAnyOf: readonly Permission[] }
type UserAccess = 'user' | { userWithAnyOf: readonly CompanyPermission[] }
/** Paths under which a user changes factors or contact points, or locks the account. */
type FactorPath = `/users/${'passkeys' | 'recovery-codes' | 'contact-points' | 'lock'}${string}`

/** Path of calls of a company's administrators. */
type CompanyPath =
  `/users/company/${'users' | 'invitations' | 'requests' | 'approvals' | 'reviews' | 'network-rules'}${string}`

/** Forbids `machine` on endpoints with a five-minute step-up or a two-person approval. */
type Machines<D extends Details> = D extends { stepUp: 5 } | { approval: SecondPerson }
  ? { machine?: never }
  : { machine?: MachineScope }

/** Requires a step-up, and the danger of a call that has one. */
type Guarded<Age extends StepUp | UserStepUp> =
  | { stepUp: Exclude<Age, { none: string }>; danger: Danger }
  | { stepUp: Extract<Age, { none: string }>; danger?: never }

/**
 * Allows `stepUp` only on calls of admins and users. Requires it on changes by admins, and on users' changes below
 * `FactorPath` and `CompanyPath`. Requires `danger` on changes for other people.
 */
type Steps<
  M extends Endpoint['method'],
  P extends Endpoint['path'],
  D extends Details,
> = D['access'] extends AdminAccess
  ? M extends 'GET'
    ? { stepUp?: StepUp; danger?: never } & Machines<D>
    : Guarded<StepUp> & Machines<D>
  : D['access'] extends UserAccess
    ? [M, P] extends ['POST' | 'PUT', CompanyPath]
      ? Guarded<UserStepUp> & { machine?: never }
      : [M, P] extends ['POST' | 'PUT', FactorPath]
        ? { stepUp: UserStepUp; machine?: never; danger?: never }
        : { stepUp?: UserStepUp; machine?: never; danger?: never }
    : D['access'] extends 'service'
      ? { stepUp?: never; machine: MachineScope } & (M extends 'GET'
          ? { danger?: never }
          : { danger: Danger })
      : { stepUp?: never; machine?: never; danger?: never }

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
  const stepUpErrors = stepUpMinutes(details) !== undefined && { stepUpRequired }
  const machineErrors = details.machine !== undefined && { invalidToken, tooManyRequests }
  const refusals = { ...details.refusals, ...stepUpErrors, ...machineErrors } as Errors<D>
  return { ...details, method, path, refusals }
}

/** Returns the maximum age of the step-up authentication in minutes; undefined if the endpoint requires none. */
export function stepUpMinutes({ stepUp }: Pick<Endpoint, 'stepUp'>): number | undefined {
  if (typeof stepUp !== 'object') return stepUp
  return 'withinMinutes' in stepUp ? stepUp.withinMinutes : undefined
}
