import { ok } from 'node:assert/strict'
import { locales, type Locale } from '#contract/locale.ts'
import { parseText } from '#contract/texts.ts'
import { formsOf } from '../../tools/texts/arguments.ts'
import { readTextFolders } from '../../tools/texts/files.ts'

/** A text in each language, with one string for each plural or select form; arguments are in braces. */
export type Word = { where: string; key: string; said: Record<Locale, string[]> }

/** Returns all texts of the screens and mails, in each language. */
export function everyWord(): Word[] {
  const folders = readTextFolders('.')
  ok(folders.length > 40, `only ${folders.length} folders of texts`)
  return folders.flatMap(({ name, languages }) =>
    Object.entries(languages.en).flatMap(([group, texts]) =>
      Object.keys(texts).map((key) => {
        const said = locales.map((locale) => {
          const text = languages[locale][group]?.[key] ?? ''
          return [locale, formsOf(parseText(text, locale))]
        })
        return { where: `${name} ${group}`, key, said: Object.fromEntries(said) as Word['said'] }
      }),
    ),
  )
}
