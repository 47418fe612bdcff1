import type { Locale } from './locale.ts'
import { formatNear, formatRecent, type TimeWords } from './relative-time.ts'

const words: Record<Locale, TimeWords> = {
  en: ['on ', ' at '],
  ar: ['في ', ' الساعة '],
  fr: ['le ', ' à '],
  es: ['el ', ' a las '],
  zh: ['', ' '],
}

/** Formats a time for a sentence, with its preposition: "today at 09:12", "on 28 Oct 2026, 13:03 UTC". */
export const formatRecentInSentence = withWords(formatRecent)

/** Formats a time for a sentence, with its preposition: "tomorrow at 16:15", "in 7 days", "on 28 Oct". */
export const formatNearInSentence = withWords(formatNear)

/** Formats a time for use after a label, without a preposition: "today at 09:12", "28 Oct 2026, 13:03 UTC". */
export const formatRecentAfterLabel = withWords(formatRecent, false)

function withWords(format: typeof formatNear, hasPreposition = true) {
  return (moment: string | Date, locale: Locale, timeZone: string, now?: Date): string => {
    const [on, at] = words[locale]
    const text = format(moment, locale, timeZone, now, [hasPreposition ? on : '', at])
    // In Spanish, one o’clock is singular.
    return text.replace('a las 01', 'a la 01')
  }
}
