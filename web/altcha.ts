import 'altcha/external'
import styleSheet from 'altcha/altcha.css?url'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { getChallenge } from '#contract/human-check.ts'
import type { Locale } from '#contract/locale.ts'
import { call } from './api.ts'
import { humanCheckMessages } from './ui/texts/messages.ts'
import { trustOwn } from './trusted-types.ts'

type HumanCheckOptions = {
  locale: Locale
  siteKey: string
  /** Called with the proof to send, and with an empty text when it has expired. */
  onPayload: (payload: string) => void
  onFailed: () => void
}

/** Mounts a check; the returned function unmounts it. */
export type MountHumanCheck = (place: HTMLElement, options: HumanCheckOptions) => () => void

trustOwn()
wear(styleSheet)
globalThis.$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())
globalThis.$altcha.defaults.set({ fetch: fetchChallenge })

/** The check that needs nobody else: the browser works for a moment on a puzzle of our own server. */
export const mountAltcha: MountHumanCheck = (place, { locale, onPayload, onFailed }) => {
  globalThis.$altcha.i18n.set(locale, { ...humanCheckMessages[locale] })
  const widget = document.createElement('altcha-widget')
  widget.setAttribute('language', locale)
  widget.setAttribute('auto', 'onload')
  const configuration = { challenge: getChallenge.path, hideFooter: true, hideLogo: true }
  widget.setAttribute('configuration', JSON.stringify(configuration))

  widget.addEventListener('statechange', (event) => {
    const { state, payload } = (event as CustomEvent<{ state: string; payload?: string }>).detail
    onPayload(state === 'verified' ? (payload ?? '') : '')
    if (state === 'error') onFailed()
  })
  place.replaceChildren(widget)
  return () => place.replaceChildren()
}

/** Only through our own client does the visitor's CSRF token stay known. */
async function fetchChallenge(): Promise<Response> {
  return Response.json(await call(getChallenge, {}))
}

/** Its style sheet comes with it: few pages need it, and none at first. */
function wear(href: string): void {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
}
