import type { Locale } from '#contract/locale.ts'

export type HumanCheckAbout = {
  locale: Locale
  siteKey: string
  /** Called with the proof to send, and with an empty text when it has expired. */
  onPayload: (payload: string) => void
  onFailed: () => void
}

/** Mounts a check; the returned function unmounts it. */
export type MountHumanCheck = (place: HTMLElement, about: HumanCheckAbout) => () => void
