import {
  requirements,
  standards,
  type Need,
  type Requirement,
  type Rule,
} from './config-requirements.ts'
import { profiles, type Exception, type Profile } from './config-profile-section.ts'
import type { Name } from './config-table.ts'

const entries = Object.entries(requirements) as [Rule, Requirement][]

/**
 * Returns the requirements of a profile. For `standard`, which enforces none, returns those of all profiles for the
 * page Compliance.
 */
export function rulesOf(profile: Profile): Rule[] {
  return entries
    .filter(([, { of }]) => profile === 'standard' || profile.split('+').includes(of))
    .map(([rule]) => rule)
}

/** Returns the requirements that startup enforces. */
function enforced(profile: Profile): Requirement[] {
  return profile === 'standard' ? [] : rulesOf(profile).map((rule) => requirements[rule])
}

/** Returns the full name of a clause, such as `PCI DSS 8.2.8`. */
export function nameOfClause({ of, clause }: Requirement): string {
  return `${standards[of]} ${clause}`
}

/**
 * Returns the default of a variable in a profile: the usual default, or if that is too weak, the weakest value that the
 * requirement allows (the first value of `oneOf`). Undefined if there is no default.
 */
export function defaultIn(profile: Profile, name: Name, usual?: string): string | undefined {
  const needs = enforced(profile)
    .flatMap((requirement) => requirement.needs)
    .filter((need) => need.variable === name && need.when === undefined)
  let value = usual
  for (const need of needs) if (!isMet(need, value ?? '')) value = boundOf(need) ?? value
  return value
}

/** Returns the profile with this name, or `standard` for an invalid name, which the variable's schema reports. */
export function profileOf(value: string | undefined): Profile {
  return profiles.find((profile) => profile === value) ?? 'standard'
}

/** Returns a variable's value as text: as set, or its default in the profile; empty without either. */
type TextOf = (name: Name) => string

/**
 * Returns a sentence for each clause in PROFILE_EXCEPTIONS that no profile contains, and for each variable that is
 * weaker than a requirement of the profile allows. Requirements with an exception are skipped.
 */
export function faultsOfProfile(
  profile: Profile,
  exceptions: readonly Exception[],
  textOf: TextOf,
): { variable: Name; sentence: string }[] {
  const clauses = entries.map(([, { clause }]) => clause)
  const unknownExceptions = exceptions.filter(({ clause }) => !clauses.includes(clause))
  const weak = enforced(profile)
    .filter(({ clause }) => !exceptions.some((each) => each.clause === clause))
    .flatMap((requirement) =>
      unmet(requirement, textOf).map((need) => ({
        variable: need.variable,
        sentence: weakSentence(requirement, need, textOf(need.variable)),
      })),
    )
  return [
    ...unknownExceptions.map(({ clause }) => ({
      variable: 'PROFILE_EXCEPTIONS' as const,
      sentence: `PROFILE_EXCEPTIONS contains ${clause}, which is not a clause of any profile. Example: PROFILE_EXCEPTIONS='8.2.8: why'`,
    })),
    ...weak,
  ]
}

function weakSentence(requirement: Requirement, need: Need, text: string): string {
  const { variable } = need
  return `${variable}=${text} is weaker than ${nameOfClause(requirement)} allows (${allowed(need)}). Example: ${variable}=${example(need)}; or PROFILE_EXCEPTIONS='${requirement.clause}: why'`
}

/**
 * A variable whose value is too weak. `setting` is `NAME=value`. `wanted` is the weakest allowed value, or an example.
 * `range` describes the other allowed values: smaller numbers, larger numbers, those in `others`, or any value that is
 * not empty.
 */
type WeakSetting = { setting: string; wanted: string; others: string[]; range: Range }

type Range = 'orLess' | 'orMore' | 'oneOf' | 'any'

/** The applicable variables of one requirement as `NAME=value …`, and those whose value is too weak. */
export type Settings = { isMet: boolean; text: string; weak: WeakSetting[] }

/** Returns the settings of each requirement. */
export function settingsOf(textOf: TextOf): Record<Rule, Settings> {
  return Object.fromEntries(
    entries.map(([rule, requirement]) => {
      const setting = (need: Need) => `${need.variable}=${masked(need, textOf(need.variable))}`
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

/** Masks the value of a need that accepts any text (`example`), because it may be a URL with a secret. */
function masked(need: Need, text: string): string {
  return 'example' in need && text !== '' ? '…' : text
}

function unmet({ needs }: Requirement, textOf: TextOf): Need[] {
  return needs.filter((need) => applies(need, textOf) && !isMet(need, textOf(need.variable)))
}

function applies({ when }: Need, textOf: TextOf): boolean {
  if (when === undefined) return true
  const [variable, value] = when
  return textOf(variable) === value
}

function isMet(need: Need, text: string): boolean {
  if ('atMost' in need) return Number(text) <= need.atMost
  if ('atLeast' in need) return Number(text) >= need.atLeast
  return 'oneOf' in need ? need.oneOf.includes(text) : text !== ''
}

/** Returns the weakest value that a need allows; undefined if it allows any value. */
function boundOf(need: Need): string | undefined {
  if ('atMost' in need) return String(need.atMost)
  if ('atLeast' in need) return String(need.atLeast)
  return 'oneOf' in need ? need.oneOf[0] : undefined
}

function example(need: Need): string {
  return boundOf(need) ?? ('example' in need ? need.example : '')
}

/** Returns the values that a need allows besides its example. */
function othersOf(need: Need): { others: string[]; range: Range } {
  if ('atMost' in need) return { others: [], range: 'orLess' }
  if ('atLeast' in need) return { others: [], range: 'orMore' }
  return 'oneOf' in need
    ? { others: need.oneOf.slice(1), range: 'oneOf' }
    : { others: [], range: 'any' }
}

/** Describes the values that a need allows, such as "at most 15". */
export function allowed(need: Need): string {
  if ('atMost' in need) return `at most ${need.atMost}`
  if ('atLeast' in need) return `at least ${need.atLeast}`
  return 'oneOf' in need ? need.oneOf.join(' or ') : 'any non-empty value'
}
