import { deviceMessages } from './texts/messages.ts'
import type { Locale } from './locale.ts'

/** The value that the database contains for an unrecognized browser. */
export const unknownDevice = 'Unknown'

export type DeviceKind = 'computer' | 'phone' | 'unknown'

export function isKnownDevice(stored: string): boolean {
  return stored !== '' && stored !== unknownDevice
}

/** Translates the stored name of a browser, such as "Chrome on Linux" (domain/sessions/known-browser.ts). */
export function formatDevice(stored: string, locale: Locale): string {
  const t = deviceMessages[locale]
  if (!isKnownDevice(stored)) return t.unknownBrowser
  const [, browser, system] = /^(.+) on (.+)$/.exec(stored) ?? []
  return browser === undefined || system === undefined
    ? stored
    : t.browserOnSystem({ browser, system })
}

export function deviceKindOf(stored: string): DeviceKind {
  if (!isKnownDevice(stored)) return 'unknown'
  return /(Android|iOS|Windows Phone)$/.test(stored) ? 'phone' : 'computer'
}
