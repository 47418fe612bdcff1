import type { Theme } from '#contract/theme.ts'
import { setCookie } from './device.ts'

/** In a cookie alone: the server writes the colours into the next page. Null follows the device. */
export function rememberTheme(theme: Theme | null): void {
  setCookie('theme', theme ?? 'system')
  if (theme) document.documentElement.dataset['theme'] = theme
  else delete document.documentElement.dataset['theme']
}
