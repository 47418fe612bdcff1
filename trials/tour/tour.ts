import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { Locale } from '#contract/locale.ts'
import type { Who } from './cast.ts'
import { urls } from './portico.ts'
import { Stage } from './stage.ts'
import type { View } from './view.ts'

const patienceMs = 30_000
/** The number of concurrent contexts, twice the processors, because contexts also wait. */
const concurrency = availableParallelism() * 2
/** The maximum number of views per context. */
const maxViews = 12
const order: Who[] = ['admin', 'customer', 'owner', 'roleless', 'newcomer', 'visitor']
const desk = { width: 1360, height: 900 }

/** The pages at the address of a login. */
const atLogin: readonly View['of'][] = ['login', 'adminLogin', 'sandboxEntry']

type Tour = {
  browser: Browser
  locales: readonly Locale[]
  views: readonly View[]
  options?: BrowserContextOptions
  /** Called with each browser's page before anything is opened on it. */
  onPage?: (page: Page) => void
  look: (stage: Stage, view: View) => Promise<void>
  /** Called for a view that did not appear. */
  onFailure: (view: View, locale: Locale, error: Error) => void
}

type Part = { locale: Locale; who: Who; views: View[] }

/** Shows each view in each language, in several concurrent browser contexts, each with one user in one language. */
export async function tour({ locales, views, ...about }: Tour): Promise<void> {
  // Starts with the users whose pages list the others.
  const parts = locales.flatMap((locale) => {
    const translated = views.filter(({ isEnglish }) => locale === 'en' || !isEnglish)
    const byWho = Map.groupBy(translated, ({ who }) => who)
    return order.flatMap((who) =>
      portions(byWho.get(who) ?? []).map((some): Part => ({ locale, who, views: some })),
    )
  })
  await Promise.all(Array.from({ length: concurrency }, () => walk(parts, about)))
}

/** Splits views in order, because each view starts from the state that the previous one left. */
function portions(views: View[]): View[][] {
  const parts: View[][] = []
  for (const view of views) {
    const part = parts.at(-1)
    if (part && part.length < maxViews && !part.at(-1)?.isLast) part.push(view)
    else parts.push([view])
  }
  return parts
}

async function walk(parts: Part[], about: Omit<Tour, 'locales' | 'views'>): Promise<void> {
  for (let part = parts.shift(); part; part = parts.shift()) await showPart(part, about)
}

async function showPart({ locale, who, views }: Part, about: Omit<Tour, 'locales' | 'views'>) {
  const { browser, options, onPage, look, onFailure } = about
  const { enter } = await import('./cast.ts')
  const context = await browser.newContext({
    baseURL: urls.portal,
    reducedMotion: 'reduce',
    locale: locale === 'en' ? 'en-GB' : locale,
    timezoneId: 'Europe/Berlin',
    // A random address, so that errors of one view do not count against another's limits.
    extraHTTPHeaders: {
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
    },
    ...options,
  })
  await context.addCookies([{ name: 'locale', value: locale, url: urls.portal }])
  for (const script of ['in-page.js', 'in-page-focus.js'])
    await context.addInitScript({ path: join(import.meta.dirname, script) })
  const page = await context.newPage()
  onPage?.(page)
  page.on('dialog', (dialog) => void dialog.accept())
  page.setDefaultTimeout(patienceMs)
  const stage = new Stage(page, locale)
  await enter(page, who, locale)
  for (const view of views) {
    try {
      await open(stage, view)
      await look(stage, view)
    } catch (error) {
      onFailure(view, locale, error as Error)
    }
    await stage.clear()
  }
  console.log(`${views.length} views shown to ${who} in ${locale}`)
  await context.close()
}

async function open(stage: Stage, view: View): Promise<void> {
  await stage.page.setViewportSize(desk)
  await view.open(stage)
  const isLogin = new URL(stage.page.url()).pathname.endsWith('/login')
  if (isLogin && !atLogin.includes(view.of) && view.who !== 'visitor') {
    throw new Error('the login is shown instead')
  }
  await stage.page.evaluate(appeared)
}

/**
 * Resolves when transitions have ended; endless animations are ignored. Evaluated once instead of polled, because
 * polling would be a script in the page, which its policy forbids.
 */
const appeared = `(async () => {
  const isOnItsWay = ({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime !== Infinity
  const late = new Promise((_, reject) => setTimeout(reject, ${patienceMs}, new Error('transitions did not end')))
  late.catch(() => undefined)
  for (;;) {
    const moving = document.getAnimations().filter(isOnItsWay)
    if (moving.length === 0) return
    await Promise.race([late, Promise.allSettled(moving.map(({ finished }) => finished))])
  }
})()`
