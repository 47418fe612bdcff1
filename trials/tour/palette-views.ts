import { messages } from '../../features/admin/search/texts/messages.ts'
import * as adminLinks from '#contract/admin-links.ts'
import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const view = { of: 'platforms', who: 'admin' } as const

/** The search palette and the shortcuts dialog. */
export const views: View[] = [
  { ...view, state: 'normal', name: 'palette', open: (stage) => openPalette(stage, '') },
  {
    ...view,
    state: 'normal',
    name: 'palette-results',
    open: async (stage) => {
      await openPalette(stage, 'ha')
      await stage.sees('[role=option] small:not(:empty)')
    },
  },
  { ...view, state: 'empty', name: 'palette-none', open: (stage) => openPalette(stage, 'qqqq') },
  {
    ...view,
    state: 'error',
    name: 'palette-failed',
    open: async (stage) => {
      await stage.fail('**/api/admin/search?*')
      await openPalette(stage, 'ha')
      await stage.sees('dialog [role=alert]')
    },
  },
  {
    ...view,
    state: 'normal',
    name: 'palette-keys',
    open: async (stage) => {
      await stage.go(adminLinks.platforms.path)
      await pressUntil(stage, '?', 'dialog[open]')
      await stage.page.getByRole('dialog', { name: messages[stage.locale].keysTitle }).waitFor()
    },
  },
]

async function openPalette(stage: Stage, typed: string): Promise<void> {
  await stage.go(adminLinks.platforms.path)
  await pressUntil(stage, 'Control+k', 'dialog[open] input')
  await stage.page.keyboard.type(typed)
  await stage.calm()
}

/** Presses a key until the element appears, because on a busy machine a page is visible before it listens. */
async function pressUntil(stage: Stage, key: string, selector: string): Promise<void> {
  const opened = stage.page.locator(selector).first()
  for (let tries = 0; tries < 10 && !(await opened.isVisible()); tries += 1) {
    await stage.page.keyboard.press(key)
    await opened.waitFor({ timeout: 2_000 }).catch(() => undefined)
  }
  await opened.waitFor()
}
