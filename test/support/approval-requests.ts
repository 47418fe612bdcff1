import { ok, rejects } from 'node:assert/strict'
import { ApprovalAsked } from '#contract/call.ts'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { addSeniorAdmin } from './approvals.ts'
import { logInAdmin, type TestUser, type Visitor } from './people.ts'

/** A request of one kind, which an admin creates by calling the action. Needs TWO_PERSON=on and MASS_SESSIONS=1. */
export type ApprovalCase = {
  asker: TestUser
  approvalId: string
  targetId: string
  /** The admin on whom the action acts. */
  target?: TestUser
  /** Returns true if the action was carried out. */
  isDone: () => Promise<boolean>
  /** Changes the target as another admin; undefined if a change has no effect on the request. */
  change?: () => Promise<unknown>
}

/** Makes a call that needs a second admin's approval. Returns the request. */
export async function requestApproval<E extends Endpoint>(
  browser: Visitor,
  endpoint: E,
  input: CallInput<E>,
): Promise<ApprovalAsked> {
  let approvalAsked: ApprovalAsked | undefined
  await rejects(browser.call(endpoint, input), (error) => {
    ok(error instanceof ApprovalAsked, `not asked for: ${String(error)}`)
    approvalAsked = error
    return true
  })
  return approvalAsked!
}

/** Logs a new admin in who may make requests. */
export async function enter() {
  const asker = await addSeniorAdmin({ firstname: 'Asta' })
  return { asker, browser: await logInAdmin(asker) }
}
