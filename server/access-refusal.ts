import type { FastifyRequest } from 'fastify'
import { commonErrors, type Refusal } from '#contract/refusal.ts'
import type { Caller, Origin } from './caller.ts'

/** What a caller was refused that no page of ours asks for by itself. */
export type RefusedAccess = 'forbidden' | 'csrf' | 'cursor' | 'redirect'

/** Where it came from, and which account or platform was logged in. */
export type RefusedCaller = Pick<Origin, 'ipAddress' | 'requestId'> & {
  userId?: string
  adminId?: string
  platformId?: string
  serviceId?: string
}

type Listener = (kind: RefusedAccess, caller: RefusedCaller) => void

const callers = new WeakMap<FastifyRequest, Caller>()
let listener: Listener | undefined

/** Sets what is done about refused access; the layers below know no audit log. */
export function onRefusedAccess(listen: Listener): void {
  listener = listen
}

/** For the refusal that may follow. */
export function rememberCaller(request: FastifyRequest, caller: Caller | undefined): void {
  if (caller) callers.set(request, caller)
}

export function noteRefusedAccess(kind: RefusedAccess, caller: RefusedCaller): void {
  listener?.(kind, caller)
}

export function noteRefusal(request: FastifyRequest, refusal: Refusal): void {
  const kind = kindOf(refusal, request)
  const { ip: ipAddress, id: requestId } = request
  if (kind) noteRefusedAccess(kind, callers.get(request) ?? { ipAddress, requestId })
}

/** A rule names the reason of a refusal that its action records itself. */
function kindOf({ code, faults }: Refusal, request: FastifyRequest): RefusedAccess | undefined {
  const [{ field, rule } = {}] = faults
  if (rule !== undefined) return undefined
  if (code === commonErrors.forbidden) return 'forbidden'
  if (code === commonErrors.invalidCsrfToken && !request.hasReplacedCookie) return 'csrf'
  return code === commonErrors.invalidInput && field === 'cursor' ? 'cursor' : undefined
}
