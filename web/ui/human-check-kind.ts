import type { Locale } from '#contract/locale.ts'

export type HumanCheckAbout = {
  locale: Locale
  siteKey: string
  /** The proof to send along, or an empty text when there is none any more. */
  onPayload: (payload: string) => void
  onFailed: () => void
}

/** Puts a check into the page; what it returns takes it out again. */
export type MountHumanCheck = (place: HTMLElement, about: HumanCheckAbout) => () => void
