import type { ConfigurationPlan } from './contract.ts'
import type { Plan, SectionPlan } from './plan.ts'

type Change = ConfigurationPlan['changes'][number]

const signs = { add: '+', change: '~', remove: '-' } as const

/** Returns the changes of a plan for output; never a secret. */
export function listChanges({ sections, notes }: Plan): ConfigurationPlan {
  const changes = sections.flatMap(({ section, changes }) =>
    changes.map((change) => {
      const { kind, key, fields } = change
      const takesTwo = section.takesTwo(change)
      return { section: section.name, kind, key, fields: [...fields], takesTwo }
    }),
  )
  return { changes, notes }
}

/** Returns one line per changed field, with the values before and after. */
export function describePlan({ changes, notes }: ConfigurationPlan): string[] {
  return [...changes.flatMap(describeChange), ...notes.map((note) => `! ${note}`)]
}

function describeChange({ section, kind, key, fields }: Change): string[] {
  const head = [signs[kind], section, key].filter(Boolean).join(' ')
  if (fields.length === 0) return [head]
  return fields.map((field) => `${head} ${lineOf(kind, field)}`)
}

function lineOf(kind: Change['kind'], { name, before, after }: Change['fields'][number]): string {
  if (kind === 'add') return `${name}: ${formatValue(after)}`
  return `${name}: ${formatValue(before)} → ${formatValue(after)}`
}

function formatValue(value: unknown): string {
  return value === undefined ? '(none)' : JSON.stringify(value)
}

/** Returns the changes of a section for the email: names of fields without values. */
export function summarize({ changes }: SectionPlan): string[] {
  return changes.map(({ kind, key, fields }) => {
    const names = kind === 'change' ? fields.map(({ name }) => name).join(', ') : ''
    return `${signs[kind]} ${[key, names].filter(Boolean).join(': ')}`
  })
}

/** Returns the numbers of changes, as in `1 to add, 2 to change, 0 to remove`; undefined if nothing differs. */
export function countChanges({ changes }: ConfigurationPlan): string | undefined {
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length
  if (changes.length === 0) return undefined
  return `${count('add')} to add, ${count('change')} to change, ${count('remove')} to remove`
}
