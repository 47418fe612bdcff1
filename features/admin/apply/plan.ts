import { isDeepStrictEqual } from 'node:util'
import type {
  ConfigurationSection,
  FieldChange,
  Item,
  ItemChange,
} from '#domain/settings/configuration-section.ts'
import type { Db } from '#server/db.ts'
import { identityOf, keyOf, pathOf, type GivenSections } from './check-file.ts'
import type { FileFault, Path } from './parse-file.ts'
import { takeSecret, type ReadSecret } from './secrets.ts'

export type PlannedChange = ItemChange & {
  key: string
  /** Path of the item in the file; for an item that is not in the file, the path of its section. */
  path: Path
  /** True if the secret was generated here and has to be shown once. */
  isGenerated: boolean
}

export type SectionPlan = { section: ConfigurationSection; changes: PlannedChange[] }

export type Plan = {
  sections: SectionPlan[]
  /** Changes that have to wait, for example for a user who has not joined. */
  notes: string[]
  faults: FileFault[]
}

type Options = { isPruning: boolean; readSecret: ReadSecret }

/** Compares a file with the database without changing anything. */
export async function makePlan(
  db: Db,
  sections: readonly ConfigurationSection[],
  given: GivenSections,
  options: Options,
): Promise<Plan> {
  const plan: Plan = { sections: [], notes: [], faults: [] }
  for (const section of sections) {
    const items = given.get(section.name)
    if (items) plan.sections.push(await planSection(db, section, items, { ...options, plan }))
  }
  return plan
}

async function planSection(
  db: Db,
  section: ConfigurationSection,
  given: readonly Item[],
  { plan, isPruning, readSecret }: Options & { plan: Plan },
): Promise<SectionPlan> {
  const present = await section.list(db)
  const known = Map.groupBy(present, (item) => identityOf(section, item))
  const resolved = await section.resolve?.(db, given)
  plan.notes.push(...(resolved?.notes ?? []).map((note) => `${section.name} ${note}`))
  const changes: PlannedChange[] = []
  for (const [index, item] of (resolved?.items ?? given).entries()) {
    const key = keyOf(section, item)
    const path = pathOf(section, index)
    const [before, ...others] = known.get(identityOf(section, item)) ?? []
    if (others.length > 0) {
      const sentence = `${key} is the name of several in the database: rename all but one.`
      plan.faults.push({ path, sentence })
    }
    const change = compare(section, item, before)
    const secret = await takeSecret(db, section, change, item, readSecret)
    if ('fault' in secret) plan.faults.push({ path: [...path, 'secret'], sentence: secret.fault })
    else if (change.kind === 'add' || change.fields.length + secret.fields.length > 0)
      changes.push({
        ...change,
        ...secret,
        fields: [...change.fields, ...secret.fields],
        key,
        path,
      })
  }
  if (isPruning) changes.push(...removalsOf(section, present, given))
  const isLast = (change: ItemChange) => Number(section.isLast?.(change) ?? false)
  changes.sort((one, other) => isLast(one) - isLast(other))
  plan.faults.push(...checkAll(section, present, changes))
  return { section, changes }
}

function compare(
  section: ConfigurationSection,
  given: Item,
  before: Item | undefined,
): Omit<ItemChange, 'secret'> {
  const { secret: _, ...facts } = given
  const whole = merge(before ?? section.fallback, facts) as Item
  const item = section.normalize?.(whole, facts) ?? whole
  const skipped = [...section.keys, ...(before ? (section.onlyNew ?? []) : [])]
  const fields = differences(before ?? {}, item).filter(({ name }) => !skipped.includes(name))
  return { kind: before ? 'change' : 'add', item, before, fields }
}

function removalsOf(
  section: ConfigurationSection,
  present: readonly Item[],
  given: readonly Item[],
): PlannedChange[] {
  const { prune, name } = section
  if (prune === undefined) return []
  const named = new Set(given.map((item) => identityOf(section, item)))
  return present
    .filter((item) => prune === 'remove' || item['active'] === true)
    .filter((item) => !named.has(identityOf(section, item)))
    .map((item) => ({
      kind: 'remove',
      item,
      before: item,
      fields: prune === 'deactivate' ? [{ name: 'active', before: true, after: false }] : [],
      secret: undefined,
      isGenerated: false,
      key: keyOf(section, item),
      path: [name],
    }))
}

/** Checks the rules that span all items of a section, as they will be after the changes. */
function checkAll(
  section: ConfigurationSection,
  present: readonly Item[],
  changes: readonly PlannedChange[],
): FileFault[] {
  const changed = new Map(changes.map((change) => [identityOf(section, change.item), change]))
  const kept = present.filter((item) => !changed.has(identityOf(section, item)))
  const made = changes.flatMap(({ kind, item }) => (kind === 'remove' ? [] : [item]))
  const faults = section.check?.([...kept, ...made], present) ?? []
  return faults.map(({ item, fault }) => {
    const { path = [section.name] } = changed.get(identityOf(section, item)) ?? {}
    return { path: [...path, fault.field], sentence: fault.message }
  })
}

/** Merges the values of the file over the existing ones; objects are merged field by field. */
function merge(before: unknown, given: unknown): unknown {
  if (!isRecord(before) || !isRecord(given)) return given
  const merged = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(given))
    merged.set(name, merge(merged.get(name), value))
  return Object.fromEntries(merged)
}

/** Returns the fields that differ; fields of nested objects are prefixed with the name of their parent. */
function differences(before: Item, after: Item, prefix = ''): FieldChange[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const former = before[name]
    if (isSame(former, value)) return []
    if (isRecord(value) && (former === undefined || isRecord(former)))
      return differences(former ?? {}, value, `${prefix}${name}.`)
    return [{ name: `${prefix}${name}`, before: former, after: value }]
  })
}

/** Compares two values; the order of a list of strings is ignored. */
function isSame(one: unknown, other: unknown): boolean {
  if (isListOfTexts(one) && isListOfTexts(other))
    return isDeepStrictEqual(one.toSorted(), other.toSorted())
  return isDeepStrictEqual(one, other)
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

function isRecord(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
