import { stringify } from 'yaml'
import type { ConfigurationSection } from '#domain/settings/configuration-section.ts'
import type { Db } from '#server/db.ts'

const head = '# What this installation has, without secrets. Applied to it, it changes nothing.\n'

/** Returns the configuration as YAML, without secrets and their sources. */
export async function exportConfiguration(
  db: Db,
  sections: readonly ConfigurationSection[],
): Promise<string> {
  const parts: Record<string, unknown> = {}
  for (const { name, keys, list } of sections) {
    const items = await list(db)
    parts[name] = keys.length === 0 ? items[0] : items
  }
  // JSON leaves out undefined fields, and its reviver visits each text.
  return head + stringify(JSON.parse(JSON.stringify(parts), escapeVariables), { lineWidth: 0 })
}

/** Escapes `${`, which would otherwise start a variable. */
function escapeVariables(_: string, value: unknown): unknown {
  // The replacement is a function, because `$$` in a text would insert a single `$`.
  return typeof value === 'string' ? value.replaceAll('${', () => '$${') : value
}
