import type { FieldChange } from '#domain/settings/configuration-section.ts'
import type { Plan, PlannedChange, SectionPlan } from './plan.ts'

const signs = { add: '+', change: '~', remove: '-' } as const

/** Returns one line per changed field, with the values before and after; never a secret. */
export function describePlan({ sections, notes }: Plan): string[] {
  return [...sections.flatMap(describeSection), ...notes.map((note) => `! ${note}`)]
}

function describeSection({ section, changes }: SectionPlan): string[] {
  return changes.flatMap((change) => {
    const head = [signs[change.kind], section.name, change.key].filter(Boolean).join(' ')
    if (change.fields.length === 0) return [head]
    return change.fields.map((field) => `${head} ${lineOf(change, field)}`)
  })
}

function lineOf({ kind }: PlannedChange, { name, before, after }: FieldChange): string {
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

export function countChanges({ sections }: Plan): Record<PlannedChange['kind'], number> {
  const counts = { add: 0, change: 0, remove: 0 }
  for (const { kind } of sections.flatMap(({ changes }) => changes)) counts[kind] += 1
  return counts
}

/** Returns the plan for output as JSON. */
export function planAsJson({ sections, notes }: Plan): object {
  const changes = sections.flatMap(({ section, changes }) =>
    changes.map(({ kind, key, fields }) => ({ section: section.name, kind, key, fields })),
  )
  return { changes, notes }
}
