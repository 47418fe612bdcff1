import type { FastifyRequest } from 'fastify'
import { commonErrors, type Refusal } from '#contract/refusal.ts'
import type { Caller, Origin } from './caller.ts'

/**
 * Kinds of refused access that the portal's own pages never cause, so that they indicate an attack or a bug: no
 * permission, a wrong CSRF token, a wrong cursor of a list, and a redirect target that is not allowed.
 */
export type RefusedAccess = 'forbidden' | 'csrf' | 'cursor' | 'redirect'

/** The origin of a refused request, and the account or platform that was logged in. */
export type RefusedCaller = Pick<Origin, 'ipAddress' | 'requestId'> & {
  userId?: string
  adminId?: string
  platformId?: string
  serviceId?: string
}

type Listener = (kind: RefusedAccess, caller: RefusedCaller) => void

const callers = new WeakMap<FastifyRequest, Caller>()
let listener: Listener | undefined

/** Registers the listener for refused access. It is injected because this layer must not depend on the audit log. */
export function onRefusedAccess(listen: Listener): void {
  listener = listen
}

/** Stores the caller of a request, so that a refusal that follows can be attributed. */
export function rememberCaller(request: FastifyRequest, caller: Caller | undefined): void {
  if (caller) callers.set(request, caller)
}

/** Notifies the listener of a refused access. */
export function reportRefusedAccess(kind: RefusedAccess, caller: RefusedCaller): void {
  listener?.(kind, caller)
}

/** Notifies the listener if the pages of the portal never cause the refusal. */
export function reportRefusal(request: FastifyRequest, refusal: Refusal): void {
  const kind = kindOf(refusal, request)
  const { ip: ipAddress, id: requestId } = request
  if (kind) reportRefusedAccess(kind, callers.get(request) ?? { ipAddress, requestId })
}

/**
 * Returns the kind of a refusal, or undefined if it is not reported. A refusal with a rule states a limit that the
 * portal's own pages can reach, such as the last super admin, and is not reported.
 */
function kindOf({ code, faults }: Refusal, request: FastifyRequest): RefusedAccess | undefined {
  const [{ field, rule } = {}] = faults
  if (rule !== undefined) return undefined
  if (code === commonErrors.forbidden) return 'forbidden'
  // After a concurrent request has replaced the session cookie, the page still has the former CSRF token.
  if (code === commonErrors.invalidCsrfToken && !request.hasReplacedCookie) return 'csrf'
  return code === commonErrors.invalidInput && field === 'cursor' ? 'cursor' : undefined
}
