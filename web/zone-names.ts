import { useEffect, useReducer } from 'react'
import type { Locale } from '#contract/locale.ts'
import { useLocale } from './locale.ts'
import type { ZoneNames } from './zone-place.ts'

const files: Readonly<Record<Locale, () => Promise<{ default: ZoneNames }>>> = {
  en: async () => ({ default: {} }),
  ar: () => import('virtual:zone-names/ar'),
  fr: () => import('virtual:zone-names/fr'),
  es: () => import('virtual:zone-names/es'),
  zh: () => import('virtual:zone-names/zh'),
}
const loadedNames: Partial<Record<Locale, ZoneNames>> = {}

/** Returns the names of time zones in the language of the page; undefined while they load, and if that fails. */
export function useZoneNames(): ZoneNames | undefined {
  const { locale } = useLocale()
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)

  useEffect(() => {
    if (loadedNames[locale]) return
    void files[locale]()
      .then((file) => {
        loadedNames[locale] = file.default
        renderAgain()
      })
      .catch(() => undefined)
  }, [locale])

  return loadedNames[locale]
}
