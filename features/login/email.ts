import { letter, type Written } from '#contract/letter.ts'
import { counted, fill, type Locale } from '#contract/locale.ts'
import { mailWords } from './messages.ts'

type Facts = {
  locale: Locale
  brand: string
  supportEmail: string
  firstname: string
  url: string
}

type Locked = {
  /** Whoever guesses codes has the password already. */
  isPasswordKnown: boolean
  minutes: number
}

export function accountLockedEmail(facts: Facts, { isPasswordKnown, minutes }: Locked): Written {
  const say = mailWords[facts.locale]
  const duration = counted(say.minutes, minutes, facts.locale)
  return letter({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(say.subject, facts),
    greeting: fill(say.greeting, facts),
    paragraphs: [
      isPasswordKnown ? say.codes : say.passwords,
      fill(say.effect, { duration }),
      isPasswordKnown ? say.strangerKnows : say.stranger,
    ],
    link: { url: facts.url, label: say.link },
    notes: [say.own, fill(say.questions, facts)],
  })
}
