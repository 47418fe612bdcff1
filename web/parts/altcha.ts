import 'altcha/external'
import styleSheet from 'altcha/altcha.css?url'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { getChallenge } from '#contract/human-check.ts'
import type { Locale } from '#contract/locale.ts'
import { call } from '../api.ts'
import { humanCheckMessages } from './texts/messages.ts'
import { createTrustedTypesPolicy } from '../trusted-types.ts'

type HumanCheckOptions = {
  locale: Locale
  siteKey: string
  /** Receives the proof to send, or an empty string while there is none, such as after it has expired. */
  onPayload: (payload: string) => void
  onFailed: () => void
}

/** Mounts a human check. Returns the function that unmounts it. */
export type MountHumanCheck = (container: HTMLElement, options: HumanCheckOptions) => () => void

createTrustedTypesPolicy()
addStyleSheet(styleSheet)
globalThis.$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())
globalThis.$altcha.defaults.set({ fetch: fetchChallenge })

/** Mounts a check without a third party: the browser solves a proof-of-work puzzle of our own server. */
export const mountAltcha: MountHumanCheck = (container, { locale, onPayload, onFailed }) => {
  globalThis.$altcha.i18n.set(locale, { ...humanCheckMessages[locale] })
  const widget = document.createElement('altcha-widget')
  widget.setAttribute('language', locale)
  widget.setAttribute('auto', 'onload')
  // The browser's own box, like the other boxes of a form.
  widget.setAttribute('type', 'native')
  const configuration = { challenge: getChallenge.path, hideFooter: true, hideLogo: true }
  widget.setAttribute('configuration', JSON.stringify(configuration))

  widget.addEventListener('statechange', (event) => {
    const { state, payload } = (event as CustomEvent<{ state: string; payload?: string }>).detail
    onPayload(state === 'verified' ? (payload ?? '') : '')
    if (state === 'error') onFailed()
  })
  container.replaceChildren(widget)
  return () => container.replaceChildren()
}

/** Fetches the puzzle through our own client, which tracks the CSRF token of the visitor. */
async function fetchChallenge(): Promise<Response> {
  return Response.json(await call(getChallenge, {}))
}

/** Adds a style sheet to the page. Loaded on demand, because few pages show a check and none does initially. */
function addStyleSheet(href: string): void {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
}
