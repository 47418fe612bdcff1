import { isDeepStrictEqual } from 'node:util'
import type {
  ConfigurationSection,
  FieldChange,
  Item,
  ItemChange,
} from '#domain/settings/configuration-section.ts'
import type { Db } from '#server/db.ts'
import { identityOf, isRecord, keyOf, pathOf, type FileSections } from './check-file.ts'
import type { FileFault, Path } from './configuration-file.ts'
import { takeSecret, type ReadSecret } from './secrets.ts'

export type PlannedChange = ItemChange & {
  /** Key fields of the item as readable text (`keyOf`). */
  key: string
  /** Path of the item in the file; for an item that is not in the file, the path of its section. */
  path: Path
  /** True if the plan generated the secret, so that it must be written to the secrets file. */
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
  fileSections: FileSections,
  options: Options,
): Promise<Plan> {
  const plan: Plan = { sections: [], notes: [], faults: [] }
  for (const section of sections) {
    const items = fileSections.get(section.name)
    if (items) plan.sections.push(await planSection(db, section, items, { ...options, plan }))
  }
  return plan
}

async function planSection(
  db: Db,
  section: ConfigurationSection,
  fileItems: readonly Item[],
  { plan, isPruning, readSecret }: Options & { plan: Plan },
): Promise<SectionPlan> {
  const currentItems = await section.list(db)
  const currentByIdentity = Map.groupBy(currentItems, (item) => identityOf(section, item))
  const resolved = await section.resolve?.(db, fileItems)
  plan.notes.push(...(resolved?.notes ?? []).map((note) => `${section.name} ${note}`))
  const changes: PlannedChange[] = []
  for (const [index, item] of (resolved?.items ?? fileItems).entries()) {
    const key = keyOf(section, item)
    const path = pathOf(section, index)
    const [before, ...others] = currentByIdentity.get(identityOf(section, item)) ?? []
    if (others.length > 0) {
      const sentence = `${key} is the name of several in the database: rename all but one.`
      plan.faults.push({ path, sentence })
    }
    const change = compare(section, item, before)
    const secret = await takeSecret(db, section, change, item, readSecret)
    if ('fault' in secret) plan.faults.push({ path: [...path, 'secret'], sentence: secret.fault })
    else {
      const fields = [...change.fields, ...secret.fields]
      if (change.kind === 'add' || fields.length > 0)
        changes.push({ ...change, ...secret, fields, key, path })
    }
  }
  if (isPruning) changes.push(...removalsOf(section, currentItems, fileItems))
  const rankOf = (change: ItemChange) => (section.isLast?.(change) ? 1 : 0)
  changes.sort((one, other) => rankOf(one) - rankOf(other))
  plan.faults.push(...checkAll(section, currentItems, changes))
  return { section, changes }
}

function compare(
  section: ConfigurationSection,
  fileItem: Item,
  before: Item | undefined,
): Omit<ItemChange, 'secret'> {
  const { secret: _, ...facts } = fileItem
  const merged = merge(before ?? section.fallback, facts) as Item
  const item = section.normalize?.(merged, facts) ?? merged
  const ignoredNames = [...section.keys, ...(before ? (section.onlyNew ?? []) : [])]
  const fields = differences(before ?? {}, item).filter(({ name }) => !ignoredNames.includes(name))
  return { kind: before ? 'change' : 'add', item, before, fields }
}

function removalsOf(
  section: ConfigurationSection,
  currentItems: readonly Item[],
  fileItems: readonly Item[],
): PlannedChange[] {
  const { prune, name } = section
  if (prune === undefined) return []
  const fileIdentities = new Set(fileItems.map((item) => identityOf(section, item)))
  return currentItems
    .filter((item) => prune === 'remove' || item['active'] === true)
    .filter((item) => !fileIdentities.has(identityOf(section, item)))
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
  currentItems: readonly Item[],
  changes: readonly PlannedChange[],
): FileFault[] {
  const changeOf = new Map(changes.map((change) => [identityOf(section, change.item), change]))
  const unchangedItems = currentItems.filter((item) => !changeOf.has(identityOf(section, item)))
  const changedItems = changes.flatMap(({ kind, item }) => (kind === 'remove' ? [] : [item]))
  const faults = section.check?.([...unchangedItems, ...changedItems], currentItems) ?? []
  return faults.map(({ item, fault }) => {
    const { path = [section.name] } = changeOf.get(identityOf(section, item)) ?? {}
    return { path: [...path, fault.field], sentence: fault.message }
  })
}

/** Merges the values of the file over the existing ones; objects are merged field by field. */
function merge(before: unknown, after: unknown): unknown {
  if (!isRecord(before) || !isRecord(after)) return after
  // A map, because assigning a field named __proto__ would change the prototype of an object.
  const merged = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(after))
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
