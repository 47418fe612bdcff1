import type { JSONWebKeySet } from 'jose'
import type { Body } from '#contract/endpoint.ts'
import { errorCodes, commonErrors, Refusal } from '#contract/refusal.ts'
import { findLastAdmin, recordAudit, type Actor } from '#domain/audit.ts'
import {
  updateSubsystem,
  findSubsystem,
  isEntryOriginTaken,
  createSubsystem,
  type Registration,
  type Subsystem,
} from '#domain/subsystem.ts'
import { transaction, type Db } from '#server/db.ts'
import { randomToken } from '#server/secret.ts'
import type { addPlatform as adding, changePlatform as changing } from './contract.ts'
import { requireKeys } from './keys.ts'

type New = Body<typeof adding>
type Sent = Body<typeof changing>
/** The secret, where there is a new one: told now or never. */
type Told = { clientSecret: string | null }

export async function addPlatform(db: Db, actor: Actor, sent: New): Promise<Told> {
  const { id } = sent
  const about = registrationOf(id, sent)
  await requireKeys(about)
  const clientSecret = sent.proof === 'secret' ? randomToken() : null
  const isAdded = await withFreeOrigin(
    transaction(db, async (tx) => {
      if (!(await createSubsystem(tx, { ...about, clientSecret }))) return false
      const { id: _, ...after } = about
      await recordAudit(tx, actor, 'platform_added', { targetId: id, data: { after } })
      return true
    }),
  )
  if (!isAdded) throw wrong('id', 'idTaken')
  return { clientSecret }
}

type Change = { id: string; version: number; sent: Sent }

/** Of two admins who change a platform at once the second is told who the first was. */
export async function changePlatform(
  db: Db,
  actor: Actor,
  { id, version, sent }: Change,
): Promise<Told> {
  const known = await findSubsystem(db, id)
  if (!known) throw new Refusal(commonErrors.notFound)
  const about = registrationOf(id, sent)
  const clientSecret = newSecretOf(known, sent)
  const hadKeys = JSON.stringify(known.jwks) === JSON.stringify(about.jwks)
  // An address that does not answer just now must not keep an admin from switching the platform off.
  if (!hadKeys || known.jwksUri !== about.jwksUri) await requireKeys(about)
  const isChanged = await withFreeOrigin(
    transaction(db, async (tx) => {
      if (!(await updateSubsystem(tx, { ...about, clientSecret }, version))) return false
      const [before, after] = [factsOf(known), factsOf(about)]
      await recordAudit(tx, actor, 'platform_changed', { targetId: id, data: { before, after } })
      return true
    }),
  )
  if (!isChanged) throw await changedMeanwhile(db, id)
  return { clientSecret: clientSecret ?? null }
}

export async function changedMeanwhile(db: Db, id: string): Promise<Refusal> {
  const code = errorCodes.changedMeanwhile
  const deeds = ['platform_changed', 'platform_secret_replaced'] as const
  return new Refusal(code, { faults: [{ code, by: await findLastAdmin(db, deeds, id) }] })
}

/** Undefined where it keeps the one that it has, or needs none and has none. */
function newSecretOf({ clientSecret }: Subsystem, { proof }: Sent): string | null | undefined {
  if (proof === 'secret') return clientSecret === null ? randomToken() : undefined
  return clientSecret === null ? undefined : null
}

/** What belongs to another way of proving itself is dropped. */
function registrationOf(id: string, { proof, ...sent }: Sent) {
  const signs = proof === 'keys'
  const jwks = signs ? (sent.jwks as JSONWebKeySet | null) : null
  return { ...sent, id, jwks, jwksUri: signs ? sent.jwksUri : null }
}

function factsOf(about: Subsystem | Required<Omit<Registration, 'clientSecret'>>) {
  const { name, url, active, jwks, jwksUri, pkce, mayInvite, redirectUris } = about
  const { postLogoutUris, backchannelLogoutUri, origins, entryOrigin } = about
  const proof = { jwks, jwksUri, pkce, mayInvite }
  const uris = { redirectUris, postLogoutUris, backchannelLogoutUri, origins, entryOrigin }
  return { name, url, active, ...proof, ...uris }
}

async function withFreeOrigin<Result>(saving: Promise<Result>): Promise<Result> {
  try {
    return await saving
  } catch (error) {
    throw isEntryOriginTaken(error) ? wrong('entryOrigin', 'originTaken') : error
  }
}

function wrong(field: string, rule: string): Refusal {
  const code = commonErrors.invalidInput
  return new Refusal(code, { faults: [{ code, field, rule }] })
}
