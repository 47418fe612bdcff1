import {
  requirements,
  standards,
  type Need,
  type Requirement,
  type Rule,
} from './config-requirements.ts'
import { profiles, type Exception, type Profile } from './config-profile-section.ts'
import type { Name } from './config-table.ts'

const all = Object.entries(requirements) as [Rule, Requirement][]

/** The requirements of a profile; of `standard`, which has none, those of every profile, for comparison. */
export function rulesOf(profile: Profile): Rule[] {
  return all
    .filter(([, { of }]) => profile === 'standard' || profile.split('+').includes(of))
    .map(([rule]) => rule)
}

/** The requirements that the start enforces. */
function enforced(profile: Profile): Requirement[] {
  return profile === 'standard' ? [] : rulesOf(profile).map((rule) => requirements[rule])
}

/** Such as `PCI DSS 8.2.8`. */
export function nameOfClause({ of, clause }: Requirement): string {
  return `${standards[of]} ${clause}`
}

/** The default of a variable in a profile: the usual one, unless it is too weak. */
export function defaultIn(profile: Profile, name: Name, usual?: string): string | undefined {
  return enforced(profile)
    .flatMap(({ needs }) => needs)
    .filter((need) => need.variable === name && need.when === undefined)
    .reduce((value, need) => (isMet(need, value ?? '') ? value : (boundOf(need) ?? value)), usual)
}

/** Returns the profile that the environment names; an invalid one is the fault of its variable. */
export function profileOf(value: string | undefined): Profile {
  return profiles.find((profile) => profile === value) ?? 'standard'
}

type TextOf = (name: Name) => string

/** A sentence for each variable that is weaker than a requirement without an exception. */
export function faultsOfProfile(
  profile: Profile,
  exceptions: readonly Exception[],
  textOf: TextOf,
): { variable: Name; sentence: string }[] {
  const known = all.map(([, { clause }]) => clause)
  const unknown = exceptions.filter(({ clause }) => !known.includes(clause))
  const weak = enforced(profile)
    .filter(({ clause }) => !exceptions.some((each) => each.clause === clause))
    .flatMap((requirement) =>
      unmet(requirement, textOf).map((need) => ({
        variable: need.variable,
        sentence: weakSentence(requirement, need, textOf(need.variable)),
      })),
    )
  return [
    ...unknown.map(({ clause }) => ({
      variable: 'PROFILE_EXCEPTIONS' as const,
      sentence: `PROFILE_EXCEPTIONS names ${clause}, which is no clause of a profile. Example: PROFILE_EXCEPTIONS='8.2.8: why'`,
    })),
    ...weak,
  ]
}

function weakSentence(requirement: Requirement, need: Need, text: string): string {
  const { variable } = need
  return `${variable}=${text} is weaker than ${nameOfClause(requirement)} allows (${allowed(need)}). Example: ${variable}=${example(need)}; or PROFILE_EXCEPTIONS='${requirement.clause}: why'`
}

/**
 * A variable as it is set, and a value that is strong enough: the weakest, or an example of one. `range` says which
 * others are: smaller numbers, larger ones, those of `others`, or any that is not empty.
 */
type WeakSetting = { setting: string; wanted: string; others: string[]; range: Range }

type Range = 'orLess' | 'orMore' | 'oneOf' | 'any'

/** Whether the variables of a requirement are strong enough, their values as text, and those that are too weak. */
export type Settings = { isMet: boolean; text: string; weak: WeakSetting[] }

export function settingsOf(textOf: TextOf): Record<Rule, Settings> {
  return Object.fromEntries(
    all.map(([rule, requirement]) => {
      const setting = (need: Need) => `${need.variable}=${shown(need, textOf(need.variable))}`
      const text = requirement.needs.filter((need) => applies(need, textOf)).map(setting)
      const weak = unmet(requirement, textOf).map((need) => ({
        setting: setting(need),
        wanted: example(need),
        ...othersOf(need),
      }))
      return [rule, { isMet: weak.length === 0, text: text.join(' '), weak }]
    }),
  ) as Record<Rule, Settings>
}

/** An address may hold a secret. */
function shown(need: Need, text: string): string {
  return 'example' in need && text !== '' ? '…' : text
}

function unmet({ needs }: Requirement, textOf: TextOf): Need[] {
  return needs.filter((need) => applies(need, textOf) && !isMet(need, textOf(need.variable)))
}

function applies({ when }: Need, textOf: TextOf): boolean {
  return when === undefined || textOf(when[0]) === when[1]
}

function isMet(need: Need, text: string): boolean {
  if ('atMost' in need) return Number(text) <= need.atMost
  if ('atLeast' in need) return Number(text) >= need.atLeast
  return 'oneOf' in need ? need.oneOf.includes(text) : text !== ''
}

/** The weakest value that a need allows; undefined where any value does. */
function boundOf(need: Need): string | undefined {
  if ('atMost' in need) return String(need.atMost)
  if ('atLeast' in need) return String(need.atLeast)
  return 'oneOf' in need ? need.oneOf[0] : undefined
}

function example(need: Need): string {
  return boundOf(need) ?? ('example' in need ? need.example : '')
}

/** What a need allows beside its example. */
function othersOf(need: Need): { others: string[]; range: Range } {
  if ('atMost' in need) return { others: [], range: 'orLess' }
  if ('atLeast' in need) return { others: [], range: 'orMore' }
  return 'oneOf' in need
    ? { others: need.oneOf.slice(1), range: 'oneOf' }
    : { others: [], range: 'any' }
}

/** What a need allows, in words. */
export function allowed(need: Need): string {
  if ('atMost' in need) return `at most ${need.atMost}`
  if ('atLeast' in need) return `at least ${need.atLeast}`
  return 'oneOf' in need ? need.oneOf.join(' or ') : 'any value but none'
}
