import { nameOfClause, rulesOf } from '#server/config-profiles.ts'
import { requirements, type Requirement, type Rule } from '#server/config-requirements.ts'
import { config } from '#server/config.ts'
import type { Db } from '#server/db.ts'
import type { MeasuredRequirement } from './contract.ts'
import { measurements } from './measurements.ts'

/**
 * Measures each requirement of the active profile by its configuration and by counting rows. With the profile
 * `standard`, measures the requirements of all profiles.
 */
export async function measureRequirements(db: Db): Promise<MeasuredRequirement[]> {
  const results: MeasuredRequirement[] = []
  // One after another, because each reads many rows and only an auditor waits for the page.
  for (const rule of rulesOf(config.securityProfile)) {
    results.push(await measureRequirement(db, rule))
  }
  return results
}

export async function measureRequirement(db: Db, rule: Rule): Promise<MeasuredRequirement> {
  const requirement: Requirement = requirements[rule]
  const { actions, find, isApplicable = true } = measurements[rule]
  const found = isApplicable ? await find(db) : []
  const { isMet, text, weak } = config.requirements[rule]
  const exception = config.profileExceptions.find(({ clause }) => clause === requirement.clause)
  const isFulfilled = isMet && found.every(({ count }) => count === 0)
  return {
    rule,
    clause: nameOfClause(requirement),
    secondHand: requirement.isSecondHand ?? false,
    profile: config.securityProfile,
    state: stateOf({ isApplicable, isFulfilled, hasException: exception !== undefined }),
    value: text,
    weak: isApplicable ? weak : [],
    found,
    reason: exception?.reason ?? '',
    evidence: {
      auditQuery: new URLSearchParams(actions.map((action) => ['action', action])).toString(),
    },
  }
}

type Facts = Record<'isApplicable' | 'isFulfilled' | 'hasException', boolean>

function stateOf({ isApplicable, isFulfilled, hasException }: Facts) {
  if (!isApplicable) return 'not-applicable'
  if (isFulfilled) return 'met'
  return hasException ? 'exception' : 'not-met'
}
