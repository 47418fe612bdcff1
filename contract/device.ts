import { deviceMessages } from './texts/messages.ts'
import type { Locale } from './locale.ts'

/** The name that the database contains for an unrecognized browser. */
export const unknownDevice = 'Unknown'

export function isKnownDevice(browserName: string): boolean {
  return browserName !== '' && browserName !== unknownDevice
}

/** Translates the name of a browser in the database, such as "Chrome on Linux" (domain/sessions/browser-name.ts). */
export function formatDevice(browserName: string, locale: Locale): string {
  const t = deviceMessages[locale]
  if (!isKnownDevice(browserName)) return t.unknownBrowser
  const [, browser, system] = /^(.+) on (.+)$/.exec(browserName) ?? []
  return browser === undefined || system === undefined
    ? browserName
    : t.browserOnSystem({ browser, system })
}

/** Returns the kind of device that the name of a browser ends with. */
export function deviceKindOf(browserName: string): 'computer' | 'phone' | 'unknown' {
  if (!isKnownDevice(browserName)) return 'unknown'
  return /(Android|iOS|Windows Phone)$/.test(browserName) ? 'phone' : 'computer'
}
