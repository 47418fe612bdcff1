import type { Settings } from '#contract/settings.ts'

let current: Settings | undefined

/** What the server wrote into this page; an inert script element, so no policy has to allow a script. */
export function settings(): Settings {
  current ??= JSON.parse(document.querySelector('#settings')?.textContent ?? '{}') as Settings
  return current
}

/** For rendering on the server, where there is no page to read. */
export function setSettings(given: Settings): void {
  current = given
}
