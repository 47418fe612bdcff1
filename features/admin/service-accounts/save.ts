import { isDeepStrictEqual } from 'node:util'
import type { JSONWebKeySet } from 'jose'
import type { AskedApprovalReply } from '#contract/approval.ts'
import type { Body } from '#contract/endpoint.ts'
import { commonErrors, errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import { recordAudit, type Actor } from '#domain/audit/audit.ts'
import { changedMeanwhile } from '#domain/audit/changed-meanwhile.ts'
import { requireKeys } from '#domain/keys/public-keys.ts'
import { askSecondPerson } from '#domain/approvals/second-person.ts'
import {
  addServiceAccount as addRow,
  changeServiceAccount as changeRow,
  findServiceAccount,
  revokeServiceAccount as revokeRow,
  type ServiceAccount,
  type ServiceAccountFacts,
} from '#domain/service-accounts/service-account.ts'
import type { AdminCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import type * as contract from './contract.ts'

/** Approval kind of a new account, and of a change that grants more access. */
const kind = 'service-account-add'
/** Audit actions that change a service account. */
const accountChanges = ['service_account_changed', 'service_account_revoked'] as const

/** Returns the service account. Throws 404001 for an unknown id. */
export async function requireServiceAccount(db: Db, id: string): Promise<ServiceAccount> {
  const account = await findServiceAccount(db, id)
  if (!account) throw new Refusal(commonErrors.notFound)
  return account
}

/**
 * Adds a service account, or returns the approval request if a second admin must approve. Throws 400001 with the faults
 * of the id and of the keys, if the id is or was used, or if keys are weak or cannot be fetched.
 */
export async function addServiceAccount(
  db: Db,
  caller: AdminCaller,
  { id, reason = '', ...input }: Body<typeof contract.addServiceAccount>,
): Promise<AskedApprovalReply | undefined> {
  const facts = factsFrom(input)
  await requireNewId(db, id, requireKeys(facts))
  return transaction(db, async (tx) => {
    const target = { targetId: id, targetVersion: null }
    const request = { kind, ...target, before: {}, proposal: { ...facts }, reason } as const
    const approval = await askSecondPerson(tx, caller, request)
    if (approval) return approval
    const madeBy = `admin:${caller.adminId}`
    if (!(await addAccount(tx, caller, { ...facts, id, madeBy }))) throw idTaken()
    return undefined
  })
}

/** Waits for the check of the keys, then checks that the id is new. Throws 400001 with the faults of both checks. */
async function requireNewId(db: Db, id: string, keyCheck: Promise<void>): Promise<void> {
  const keyError = await keyCheck.catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  const idError = (await findServiceAccount(db, id)) ? idTaken() : undefined
  const faults = [idError, keyError].flatMap((refusal) => (refusal ? refusal.faults : []))
  if (faults.length > 0) throw new Refusal(commonErrors.invalidInput, { faults })
}

type Change = { id: string; version: number; input: Body<typeof contract.changeServiceAccount> }

/**
 * Changes a service account, or returns the approval request if the change grants more access and a second admin must
 * approve. Throws 404001 for an unknown or revoked account, and 409001 with the other admin's name if it has changed
 * since `version`.
 */
export async function changeServiceAccount(
  db: Db,
  caller: AdminCaller,
  { id, version, input: { reason = '', ...input } }: Change,
): Promise<AskedApprovalReply | undefined> {
  const account = await requireServiceAccount(db, id)
  if (account.revokedAt) throw new Refusal(commonErrors.notFound)
  const facts = factsFrom(input)
  if (hasOtherKeys(account, facts)) await requireKeys(facts)
  if (account.version !== version) throw await changedMeanwhile(db, accountChanges, id)
  return transaction(db, async (tx) => {
    if (grantsMore(account, facts)) {
      const target = { targetId: id, targetVersion: version }
      const values = { before: { ...factsOf(account) }, proposal: { ...facts } }
      const approval = await askSecondPerson(tx, caller, { kind, ...target, ...values, reason })
      if (approval) return approval
    }
    if (!(await saveChange(tx, caller, account, facts)))
      throw await changedMeanwhile(tx, accountChanges, id)
    return undefined
  })
}

/** Revokes a service account. Throws 404001 if it is unknown, and 409001 if it is already revoked. */
export async function revokeServiceAccount(db: Db, caller: AdminCaller, id: string): Promise<void> {
  const account = await requireServiceAccount(db, id)
  await transaction(db, (tx) => revokeAccount(tx, caller, account))
}

/** Revokes a service account in the caller's transaction. Throws 409001 if it is already revoked. */
export async function revokeAccount(
  tx: Transaction,
  actor: Actor,
  account: ServiceAccount,
): Promise<void> {
  const { id: targetId } = account
  if (!(await revokeRow(tx, targetId))) throw new Refusal(errorCodes.changedMeanwhile)
  const data = { before: factsOf(account) }
  await recordAudit(tx, actor, 'service_account_revoked', { targetId, data })
}

/** Adds a service account. Returns false if the id is or was used. */
export async function addAccount(
  tx: Transaction,
  actor: Actor,
  { id, madeBy, ...facts }: Parameters<typeof addRow>[1],
): Promise<boolean> {
  if (!(await addRow(tx, { ...facts, id, madeBy }))) return false
  await recordAudit(tx, actor, 'service_account_added', { targetId: id, data: { after: facts } })
  return true
}

/** Saves a change. Returns false if the account has changed meanwhile or was revoked. */
export async function saveChange(
  tx: Transaction,
  actor: Actor,
  account: ServiceAccount,
  facts: ServiceAccountFacts,
): Promise<boolean> {
  if (!(await changeRow(tx, account, facts))) return false
  const data = { before: factsOf(account), after: facts }
  await recordAudit(tx, actor, 'service_account_changed', { targetId: account.id, data })
  return true
}

type FactsInput = Omit<Body<typeof contract.changeServiceAccount>, 'reason' | 'jwks'> & {
  jwks: unknown
}

/** Converts the body of a request to the stored facts. */
export function factsFrom({ jwks, expiresAt, ...input }: FactsInput): ServiceAccountFacts {
  return { ...input, jwks: jwks as JSONWebKeySet | null, expiresAt: new Date(expiresAt) }
}

function factsOf(account: ServiceAccount): ServiceAccountFacts {
  const { name, scopes, jwks, jwksUri, expiresAt, allowedFrom } = account
  return { name, scopes, jwks, jwksUri, expiresAt, allowedFrom }
}

export function hasOtherKeys(before: ServiceAccountFacts, after: ServiceAccountFacts): boolean {
  return before.jwksUri !== after.jwksUri || !isDeepStrictEqual(before.jwks, after.jwks)
}

function grantsMore(before: ServiceAccountFacts, after: ServiceAccountFacts): boolean {
  return (
    hasOtherKeys(before, after) ||
    after.scopes.some((scope) => !before.scopes.includes(scope)) ||
    after.expiresAt > before.expiresAt ||
    allowsMore(before.allowedFrom, after.allowedFrom)
  )
}

/** Returns true if `after` allows a network that `before` does not contain. An empty list allows any network. */
function allowsMore(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0) return false
  return after.length === 0 || after.some((network) => !before.includes(network))
}

function idTaken(): Refusal {
  return invalidField('id', 'idTaken')
}
