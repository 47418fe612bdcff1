import { recordAudit } from '#domain/audit/audit.ts'
import { config } from '#server/config.ts'
import { rulesOf } from '#server/config-profiles.ts'
import { row, run, transaction, type Db } from '#server/db.ts'
import type { MeasuredRequirement } from './contract.ts'
import { measureRequirement } from './measure.ts'

/**
 * Records that the profile or its exceptions differ from those of the last start. If several servers start
 * concurrently, one records it.
 */
export async function recordSecurityProfile(db: Db): Promise<void> {
  const { securityProfile: profile, profileExceptions } = config
  const exceptions = Object.fromEntries(
    profileExceptions.map(({ clause, reason }) => [clause, reason]),
  )
  const after = { profile, exceptions }
  await transaction(db, async (tx) => {
    const before = await row<typeof after>(tx)`
      select profile, exceptions from security_profile for update`
    const isNew = await row(tx)`
      insert into security_profile as p (profile, exceptions)
      values (${profile}, ${JSON.stringify(exceptions)})
      on conflict (id) do update
      set profile = excluded.profile, exceptions = excluded.exceptions, changed_at = now()
      where (p.profile, p.exceptions) is distinct from (excluded.profile, excluded.exceptions)
      returning id`
    if (!isNew) return
    const data = { before: before ?? {}, after }
    await recordAudit(tx, { kind: 'system' }, 'security_profile_changed', { data })
  })
}

/** Time limit of one statement: a requirement that takes longer is measured only for the page Compliance. */
const statementTimeout = '3s'

/**
 * Returns the number of unmet requirements of the security profile, for the worker; undefined with the profile
 * `standard`, which requires nothing. Throws if a statement takes longer than three seconds.
 */
export async function countUnmet(db: Db): Promise<number | undefined> {
  if (config.securityProfile === 'standard') return undefined
  const results: MeasuredRequirement[] = []
  // Each in its own transaction, because a long one would keep dead rows of all tables from being vacuumed.
  for (const rule of rulesOf(config.securityProfile)) {
    results.push(
      await transaction(db, async (tx) => {
        await run(tx)`select set_config('statement_timeout', ${statementTimeout}, true)`
        return measureRequirement(tx, rule)
      }),
    )
  }
  return unmetIn(results)
}

export function unmetIn(results: readonly Pick<MeasuredRequirement, 'state'>[]): number {
  return results.filter(({ state }) => state === 'not-met').length
}
