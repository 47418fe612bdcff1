import type { Settings } from '#contract/settings.ts'

let current: Settings | undefined

/** Returns the settings that the server wrote into this document as JSON in an inert script element. */
export function settings(): Settings {
  current ??= JSON.parse(document.querySelector('#settings')?.textContent ?? '{}') as Settings
  return current
}

/** Sets the settings for the prerenderer, which has no document. */
export function setSettings(next: Settings): void {
  current = next
}
