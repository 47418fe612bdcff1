import { useSyncExternalStore } from 'react'
import { themeOf, type Theme } from '#contract/theme.ts'
import { setCookie } from './device.ts'
import { createListeners } from './listeners.ts'

const changes = createListeners()

/** In a cookie alone: the server writes the colours into the next page. Null follows the device. */
export function rememberTheme(theme: Theme | null): void {
  setCookie('theme', theme ?? 'system')
  if (theme) document.documentElement.dataset['theme'] = theme
  else delete document.documentElement.dataset['theme']
  changes.notify()
}

/** The colours that were chosen; null for those of the device, and in a prerendered page. */
export function useTheme(): Theme | null {
  return useSyncExternalStore(changes.listen, chosen, () => null)
}

function chosen(): Theme | null {
  return themeOf(document.documentElement.dataset['theme']) ?? null
}
