import { renderMail, type RenderedMail } from '#contract/letter.ts'
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
  /** An admin gets a new password from another admin, not by mail. */
  isAdmin: boolean
  minutes: number
}

export function accountLockedEmail(facts: Facts, locked: Locked): RenderedMail {
  const { isPasswordKnown, isAdmin, minutes } = locked
  const say = mailWords[facts.locale]
  const duration = counted(say.minutes, minutes, facts.locale)
  return renderMail({
    locale: facts.locale,
    brand: facts.brand,
    subject: fill(say.subject, facts),
    greeting: fill(say.greeting, facts),
    paragraphs: [
      isPasswordKnown ? say.codes : say.passwords,
      fill(say.effect, { duration }),
      isPasswordKnown ? say.strangerKnows : say.stranger,
    ],
    link: { url: facts.url, label: isAdmin ? say.adminLink : say.link },
    notes: [say.own, fill(say.questions, facts)],
  })
}
