import { useSyncExternalStore } from 'react'
import { themeOf, type Theme } from '#contract/theme.ts'
import { setCookie } from './browser-storage.ts'
import { createListeners } from './listeners.ts'

const changes = createListeners()

/**
 * Applies the theme, and stores it in a cookie only, because the server renders it into the next page. Null follows the
 * device.
 */
export function rememberTheme(theme: Theme | null): void {
  setCookie('theme', theme ?? 'system')
  if (theme) document.documentElement.dataset['theme'] = theme
  else delete document.documentElement.dataset['theme']
  changes.notify()
}

/** Returns the chosen theme. Null if it follows the device, and in a prerendered page. */
export function useTheme(): Theme | null {
  return useSyncExternalStore(changes.listen, currentTheme, () => null)
}

function currentTheme(): Theme | null {
  return themeOf(document.documentElement.dataset['theme']) ?? null
}
