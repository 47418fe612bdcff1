import * as z from 'zod/mini'
import type { AllowedApi } from '#contract/api.ts'
import type { Actor } from './audit.ts'
import type { Db, Transaction } from '#server/db.ts'

/** One thing of a configuration file, with the names of its fields there. */
export type Item = Readonly<Record<string, unknown>>

export type FieldChange = { name: string; before: unknown; after: unknown }

/** A difference between a configuration file and the database. */
export type ItemChange = {
  kind: 'add' | 'change' | 'remove'
  /** As it is to be; of a thing that is removed, as it was. */
  item: Item
  before: Item | undefined
  fields: readonly FieldChange[]
  /** Its new secret, if it gets one. */
  secret: string | undefined
}

/** What the whole file makes of it. */
export type ChangeContext = {
  /** The platforms that there will be. */
  platforms: ReadonlySet<string>
  /** The APIs whose scopes the file names. */
  apis: readonly AllowedApi[]
  /** Whether the operator has confirmed that open sessions end. */
  isConfirmed: boolean
}

/** What is wrong with an item: its field in the file, and what to write instead. */
export class ItemFault extends Error {
  readonly field: string

  constructor(field: string, sentence: string) {
    super(sentence)
    this.field = field
  }
}

/** Makes a change that was prepared. */
export type MakeChange = (tx: Transaction, actor: Actor) => Promise<void>

export type SectionName =
  | 'apis'
  | 'platforms'
  | 'companies'
  | 'admins'
  | 'serviceAccounts'
  | 'webhooks'
  | 'brand'

/** A section of the configuration file, which a use case contributes to `npm run portico -- apply`. */
export type ConfigurationSection = {
  name: SectionName
  /** The fields that name an item; none where the section is one thing. */
  keys: readonly string[]
  /** An item in the file: of a thing that exists, fields left out keep their value. */
  schema: z.ZodMiniObject
  /** Fields left out of an item that is new. */
  fallback: Item
  /** Fields that count for a new item alone. */
  onlyNew?: readonly string[]
  /** Checks a whole item that is new or changes. */
  complete?: z.ZodMiniType
  /** Sentences for the rules of its fields. */
  sentences: Readonly<Record<string, unknown>>
  /** The name in the file of a field that an error code names. */
  fieldOf?: Readonly<Record<string, string>>
  /** What there is, as a file has it, without secrets. */
  list: (db: Db) => Promise<Item[]>
  /** Items of a file as `list` would write them; notes say what has to wait. */
  resolve?: (db: Db, items: readonly Item[]) => Promise<{ items: Item[]; notes: string[] }>
  /** Drops what the other fields rule out. `given` is what the file says. */
  normalize?: (item: Item, given: Item) => Item
  /** What `--prune` does to an item that the file does not name; nothing without it. */
  prune?: 'deactivate' | 'remove'
  /** A change that has to come after the others of its section. */
  isLast?: (change: ItemChange) => boolean
  secret?: {
    isNeeded: (after: Item, before: Item | undefined) => boolean
    isSame: (db: Db, item: Item, value: string) => Promise<boolean>
    isValid: (value: string) => boolean
    create: () => string
  }
  /** Rules about all items together, as they would be. */
  check?: (after: readonly Item[], before: readonly Item[]) => { item: Item; fault: ItemFault }[]
  /**
   * Checks a change and returns what makes it. Throws an ItemFault or a Refusal. Outside of a transaction: it may fetch
   * keys.
   */
  prepare: (db: Db, change: ItemChange, context: ChangeContext) => Promise<MakeChange>
}

/** In the place of a secret: where it stands. */
export const secretSource = z
  .string()
  .check(z.regex(/^(env:[A-Za-z_][A-Za-z0-9_]*|file:[^\n]+)$/, 'secretSource'))

/** Throws where a platform is named that there is not, and will not be. */
export function requireKnownPlatforms(
  field: string,
  ids: readonly string[],
  { platforms }: ChangeContext,
): void {
  const unknown = ids.find((id) => !platforms.has(id))
  if (unknown === undefined) return
  const known = [...platforms].toSorted().join(', ') || 'none yet'
  throw new ItemFault(field, `There is no platform ${unknown}. Write one of: ${known}`)
}
