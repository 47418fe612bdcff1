import * as z from 'zod/mini'
import type { AllowedApi } from '#contract/api.ts'
import type { Locale } from '#contract/locale.ts'
import type { Actor } from '../audit/audit.ts'
import type { Db, Transaction } from '#server/db.ts'

/** An item of a configuration file, such as a platform, with the field names of the file. */
export type Item = Readonly<Record<string, unknown>>

export type FieldChange = { name: string; before: unknown; after: unknown }

/** A difference between a configuration file and the database. */
export type ItemChange = {
  kind: 'add' | 'change' | 'remove'
  /** The item after the change; for `remove`, the item to be removed. */
  item: Item
  before: Item | undefined
  fields: readonly FieldChange[]
  /** New secret; undefined if the secret does not change. */
  secret: string | undefined
}

/** Facts about the whole file that the check of a single change needs. */
export type ChangeContext = {
  /** Ids of the platforms that exist or are in the file. */
  platforms: ReadonlySet<string>
  /** APIs of the file, with their scopes there; without those whose scopes the file omits. */
  apis: readonly AllowedApi[]
  /** True if the operator has confirmed that open sessions end. */
  isConfirmed: boolean
}

/** Error in an item of the file: the field, and a sentence that says what to write instead. */
export class ItemFault extends Error {
  readonly field: string

  constructor(field: string, sentence: string) {
    super(sentence)
    this.field = field
  }
}

/** Function that carries out a prepared change. */
export type MakeChange = (tx: Transaction, actor: Actor) => Promise<void>

/** A section of the configuration file that a use case registers for `npm run portico -- apply`. */
export type ConfigurationSection = {
  name: string
  /** Fields that identify an item; empty if the section is a single item instead of a list. */
  keys: readonly string[]
  /** Schema of an item in the file. Fields may be omitted: an existing item keeps their values. */
  schema: z.ZodMiniObject
  /** Values of the fields that a new item omits. */
  fallback: Item
  /** Fields that are ignored if the item already exists. */
  onlyNew?: readonly string[]
  /** Schema of a complete item that is added or changed. */
  complete?: z.ZodMiniType
  /** Texts of the section's page. `title` names the section in mails; others explain errors, by name of the rule. */
  texts: Readonly<Record<Locale, { title: string }>>
  /** Field names in the file, by the field names in errors. */
  fieldOf?: Readonly<Record<string, string>>
  /** Returns the existing items in the form of the file, without secrets. */
  list: (db: Db) => Promise<Item[]>
  /** Converts items of a file to the form that `list` returns. `notes` contains parts that cannot be applied yet. */
  resolve?: (db: Db, items: readonly Item[]) => Promise<{ items: Item[]; notes: string[] }>
  /** Removes values that other fields rule out. `fileItem` contains only the fields that are in the file. */
  normalize?: (item: Item, fileItem: Item) => Item
  /** Effect of `--prune` on an existing item that is not in the file; undefined for none. */
  prune?: 'deactivate' | 'remove'
  /** Returns true for a change that must come after the others of the section. */
  isLast?: (change: ItemChange) => boolean
  /** Handling of the secret that each item has; undefined if the items have none. */
  secret?: {
    isNeeded: (after: Item, before: Item | undefined) => boolean
    isSame: (db: Db, item: Item, value: string) => Promise<boolean>
    isValid: (value: string) => boolean
    create: () => string
    /** Returns the version of an existing item, which each change of its secret increases. */
    versionOf: (db: Db, item: Item) => Promise<number | undefined>
  }
  /** Checks rules that concern several items, on all items as they will be. */
  check?: (after: readonly Item[], before: readonly Item[]) => { item: Item; fault: ItemFault }[]
  /**
   * Returns true for a change that a service account may not make alone, because an admin would need two-person
   * approval or a step-up authentication of the last five minutes.
   */
  takesTwo: (change: ItemChange) => boolean
  /**
   * Checks a change and returns the function that carries it out. Throws an ItemFault or a Refusal. Runs outside a
   * transaction, because it may fetch keys from another server.
   */
  prepare: (db: Db, change: ItemChange, context: ChangeContext) => Promise<MakeChange>
}

/** Schema of a secret in the file: the source to read it from, an environment variable or a file. */
export const secretSource = z
  .string()
  .check(z.regex(/^(env:[A-Za-z_][A-Za-z0-9_]*|file:[^\n]+)$/, 'secretSource'))

/** Clears the key URL of an item if the file sets only keys, and the keys if it sets only a URL. */
export function withoutOtherKeys(item: Item, fileItem: Item): Item {
  if (fileItem['jwks'] && !fileItem['jwksUri']) return { ...item, jwksUri: null }
  return fileItem['jwksUri'] && !fileItem['jwks'] ? { ...item, jwks: null } : item
}

/** Throws an ItemFault for a platform that neither exists nor is added by the file. */
export function requireKnownPlatforms(
  field: string,
  ids: readonly string[],
  { platforms }: ChangeContext,
): void {
  const unknown = ids.find((id) => !platforms.has(id))
  if (unknown === undefined) return
  const choices = [...platforms].toSorted().join(', ') || 'none yet'
  throw new ItemFault(field, `There is no platform ${unknown}. Write one of: ${choices}`)
}
