import {
  createContext,
  createElement,
  useContext,
  useEffect,
  useEffectEvent,
  useReducer,
  useState,
  type ReactNode,
} from 'react'
import { directionOf, langOf, locales, type Locale, type MessagesOf } from '#contract/locale.ts'
import { colonOf, gapOf } from '#contract/text.ts'
import { onStorageChange, rememberedLocale, rememberLocale } from './browser-storage.ts'
import { settings } from './settings.ts'
import { isLatestLocale, loadLocale } from './translations.ts'

type LocaleState = {
  locale: Locale
  /** Changes the language of the page. Resolves once its texts have loaded, or their loading has failed. */
  setLocale: (locale: Locale) => Promise<void>
}

/** Query parameter with the language that a platform asks for (OpenID Connect Core §3.1.2.1). */
const localeParameter = 'ui_locales'

const LocaleContext = createContext<LocaleState>({
  locale: 'en',
  setLocale: () => Promise.resolve(),
})

/** Provides the language of the page. Starts with that of the server’s HTML, because hydration must render the same. */
export function LocaleProvider({ children }: { children: ReactNode }) {
  const [locale, setLoadedLocale] = useState<Locale>(() => settings().locale)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)

  useEffect(() => {
    // Because `npm run dev` replaces changed texts without a change of state.
    import.meta.hot?.on('vite:afterUpdate', renderAgain)
    return () => import.meta.hot?.off('vite:afterUpdate', renderAgain)
  }, [])

  /** Changes the language of the page, unless another one is wanted before its texts have loaded. */
  function change(next: Locale): Promise<void> {
    return loadLocale(next).then(
      () => {
        if (isLatestLocale(next)) setLoadedLocale(next)
      },
      async () => {
        // The page keeps its language. It becomes the latest one again, so that later parts load in it too.
        if (isLatestLocale(next)) await loadLocale(locale).catch(() => undefined)
      },
    )
  }
  const follow = useEffectEvent(change)

  useEffect(() => {
    let knownLocale = rememberedLocale()
    // The server has applied `ui_locales`, which holds until the user chooses a language.
    if (knownLocale && !new URLSearchParams(location.search).has(localeParameter))
      void follow(knownLocale)
    // Also called when another value in the storage has changed.
    return onStorageChange(() => {
      const remembered = rememberedLocale()
      if (remembered === undefined || remembered === knownLocale) return
      knownLocale = remembered
      void follow(remembered)
    })
  }, [])

  useEffect(() => {
    document.documentElement.lang = langOf(locale)
    document.documentElement.dir = directionOf(locale)
  }, [locale])

  function setLocale(next: Locale): Promise<void> {
    dropLocaleParameter()
    rememberLocale(next)
    return change(next)
  }

  return createElement(LocaleContext, { value: { locale, setLocale } }, children)
}

/** Removes `ui_locales` from the URL, because it would override the chosen language at a reload. */
function dropLocaleParameter(): void {
  const url = new URL(location.href)
  if (!url.searchParams.has(localeParameter)) return
  url.searchParams.delete(localeParameter)
  history.replaceState(history.state, '', url)
}

export function useLocale(): LocaleState {
  return useContext(LocaleContext)
}

/** Returns the colon between a label and its value, in the language of the page. */
export function useColon(): string {
  return colonOf(useLocale().locale)
}

/** Returns what separates two sentences in the language of the page. */
export function useGap(): string {
  return gapOf(useLocale().locale)
}

/** Returns the messages of a feature in the language of the page. */
export function useMessages<M extends Readonly<Record<Locale, unknown>>>(texts: M): MessagesOf<M> {
  const { locale } = useLocale()
  return texts[locale] as MessagesOf<M>
}

type Texts<Keys> = Readonly<Record<Locale, Keys>>

/** Joins groups of texts into one. Of texts with the same key, the one of the last group stays. */
export function joinTexts<A extends object, B extends object, C extends object = {}>(
  ...groups: [Texts<A>, Texts<B>, Texts<C>?]
): Texts<A & B & C> {
  const joined = {} as Record<Locale, A & B & C>
  for (const locale of locales) {
    let previous: readonly unknown[] = []
    let texts = {} as A & B & C
    // Read at each use, because the browser loads a language late.
    const get = () => {
      const current = groups.map((group) => group?.[locale])
      if (current.some((part, index) => part !== previous[index]))
        texts = Object.assign({}, ...current)
      previous = current
      return texts
    }
    Object.defineProperty(joined, locale, { get })
  }
  return joined
}
