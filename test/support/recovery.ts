import { ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { findOpenApprovals, getApproval, type Approval } from '#domain/approvals/approval.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import { mailRecoveryLink, type LostCredentials } from '#domain/sign-in/recovery.ts'
import { getUser } from '#domain/accounts/user.ts'
import { db, run, scalar, scalars, transaction } from '#server/db.ts'
import { timetable } from '../../app/registry/timetable.ts'
import { askForHelp } from '../../features/account/lost-device/contract.ts'
import { approveRequest, refuseRequest } from '../../features/admin/approvals/contract.ts'
import { approveRecovery, refuseRecovery } from '../../features/company/approvals/contract.ts'
import {
  addAdmin,
  logIn,
  logInAdmin,
  type AdminOptions,
  type TestUser,
  type Visitor,
} from './people.ts'
import { atCode } from './second-factor.ts'

/** Recovery cases of users who have lost a device. Delays are tested by backdating the cases. */

export const evidence = 'Called back on the number in the contract.'

/** Adds an admin who has held the roles long enough to decide requests. */
export async function addDecider(options: AdminOptions = {}): Promise<TestUser> {
  const email = `decider.${randomUUID()}@portico.example`
  const admin = await addAdmin({ roles: ['support'], email, ...options })
  await run(db)`
    update admin_roles set given_at = now() - interval '25 hours' where admin_id = ${admin.id}`
  return admin
}

export async function openCaseOf({ id }: Pick<TestUser, 'id'>): Promise<Approval> {
  const [open] = await findOpenApprovals(db, id, 'replace-factors')
  ok(open, 'no case is open')
  return open
}

/** Requests help during a login. Returns the case. */
export async function ask(user: TestUser, browser?: Visitor): Promise<Approval> {
  const body = { phone: '+351 21 000 0000', note: 'Lost on the train' }
  await (browser ?? (await atCode(user))).call(askForHelp, { body })
  return openCaseOf(user)
}

type Decider = { kind: 'admin' | 'user'; id: string }

/** Decides a case in a session of the admin, or of a company administrator. */
export async function decide(
  { id }: Pick<Approval, 'id'>,
  person: Decider,
  decision: 'approved' | 'refused' = 'approved',
): Promise<void> {
  const isApproved = decision === 'approved'
  const [approval, refusal] = [
    { params: { id }, body: { evidence } },
    { params: { id }, body: { reason: evidence } },
  ]
  if (person.kind === 'admin') {
    const { call } = await logInAdmin(person)
    await (isApproved ? call(approveRequest, approval) : call(refuseRequest, refusal))
  } else {
    const { call } = await logIn(person)
    await (isApproved ? call(approveRecovery, approval) : call(refuseRecovery, refusal))
  }
}

/** Ends the delay of a case. */
export async function endDelay({ id }: Pick<Approval, 'id'>): Promise<void> {
  await run(db)`update approvals set not_before = now() where id = ${id}`
}

/** Ends the delay of a case, and runs the worker's job that carries out due cases. */
export async function passDelay(approval: Pick<Approval, 'id'>): Promise<Approval> {
  await endDelay(approval)
  await timetable['carry-out-approvals'].work()
  return getApproval(db, approval.id)
}

/** Sends a link from an admin without a second approver. */
export async function mailLinkOf(
  { id }: Pick<TestUser, 'id'>,
  lost: LostCredentials,
): Promise<string> {
  const user = await getUser(db, id)
  const adminId = '00000000-0000-7000-8000-000000000000'
  return transaction(db, (tx) => mailRecoveryLink(tx, user, { lost, adminId }))
}

/** Adds an address that receives the user's notifications. Returns it. */
export async function addUsable({ id }: Pick<TestUser, 'id'>): Promise<string> {
  const email = `home.${id}@quay.example`
  await run(db)`
    insert into contact_points (id, user_id, kind, value, verified_at, usable_from)
    values (gen_random_uuid(), ${id}, 'email', ${email}, now(), now())`
  return email
}

/** Enables self-administration of a company. Returns its id. */
export async function delegate(company: string): Promise<string> {
  const id = await scalar<string>(db)`
    update partners set delegated = true where name = ${company} returning id`
  ok(id, `no company ${company}`)
  return id
}

/** Returns the tokens of the links that cancel a case, in the order in which they were mailed. */
export async function stopTokens(approvalId: string): Promise<string[]> {
  const ids = await scalars<string>(db)`
    select id from one_time_links
    where approval_id = ${approvalId} and kind = 'stop-recovery' and authenticator_id is null and passkey_id is null
    order by id`
  const tokens = await Promise.all(ids.map((id) => mailedToken(db, id)))
  return tokens.filter((token) => token !== undefined)
}
