import { ok } from 'node:assert/strict'
import { globSync } from 'node:fs'
import { locales, type Locale } from '#contract/locale.ts'

const root = new URL('../../', import.meta.url)
const files = globSync('{app,features,web}/**/*messages.ts', {
  cwd: root,
})

type Forms = Readonly<Record<string, string>>
export type Text = string | Forms | undefined
export type Word = { where: string; key: string; said: Record<Locale, Text> }

/** Returns all texts of the screens and mails, in each language. */
export async function everyWord(): Promise<Word[]> {
  ok(files.length > 15, `only ${files.length} message files`)
  const all = await Promise.all(files.map(async (where) => wordsIn(where, await tablesOf(where))))
  return all.flat()
}

type Table = Record<Locale, Readonly<Record<string, string | Forms>>>

async function tablesOf(file: string): Promise<Table[]> {
  const module: Record<string, unknown> = await import(new URL(file, root).href)
  return Object.values(module).filter(
    (each): each is Table => typeof each === 'object' && each !== null && 'en' in each,
  )
}

function wordsIn(where: string, tables: readonly Table[]): Word[] {
  return tables.flatMap((table) =>
    Object.keys(table.en).map((key) => ({
      where,
      key,
      said: Object.fromEntries(
        locales.map((locale) => [locale, table[locale]?.[key]]),
      ) as Word['said'],
    })),
  )
}

/** Returns a text, or each plural form of a counted text. */
export function textsOf(text: Text): string[] {
  if (text === undefined) return ['']
  return typeof text === 'string' ? [text] : Object.values(text)
}
