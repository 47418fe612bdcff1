import { useEffect, useState } from 'react'
import { passwordLength } from '#contract/password-length.ts'
import { brokenRules, personalPart } from '#contract/password-rules.ts'
import type { PasswordContext, PasswordRule } from '#contract/password-rules.ts'
import { passwordMessages } from './texts/messages.ts'
import { useMessages } from '../locale.ts'
import { LineIcon } from '../ui/line-icon.tsx'
import styles from './password-checklist.module.css'

type Props = { password: string; context: PasswordContext }

const pauseMs = 1000
const tick = 'M3 8.5l3.2 3.2L13 5'
const ring = 'M8 10.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2Z'

/** Examples of the kinds of characters, shown before anything is typed. Screen readers read the list instead. */
const examples = { letters: 'Aa', digit: '1', sign: '#' }

/** The password rules: one line before anything is typed, then a list. A summary is announced after a pause. */
export function PasswordChecklist({ password, context }: Props) {
  const t = useMessages(passwordMessages)
  const part = personalPart(password, context.person)
  const ruleTexts: Record<PasswordRule, string> = {
    tooShort: t.ruleLength,
    noUppercase: t.ruleUppercase,
    noLowercase: t.ruleLowercase,
    noNumber: t.ruleNumber,
    noSpecial: t.ruleSpecial,
    startsWithSpecial: t.ruleStartsWithSpecial,
    personalPassword: part === undefined ? t.rulePersonal : t.rulePersonalPart({ part }),
    tooLong: t.ruleTooLong,
  }
  const broken = brokenRules(password, context)
  const isListed = (rule: PasswordRule) => {
    if (rule === 'startsWithSpecial') return context.isSignUp
    return rule !== 'tooLong' || broken.includes(rule)
  }
  const rules = (Object.keys(ruleTexts) as PasswordRule[]).filter(isListed)
  const metRules = rules.filter((rule) => password !== '' && !broken.includes(rule))
  const summary = useDebounced(password && t.rulesMet({ met: metRules.length, all: rules.length }))

  const isFolded = password === ''
  return (
    <div className={styles.rules}>
      {isFolded && (
        <p aria-hidden="true">{t.rulesShort({ count: passwordLength.minimum, ...examples })}</p>
      )}
      <div className={isFolded ? 'visually-hidden' : undefined}>
        <p>{t.rulesTitle}</p>
        <ul className="bare">
          {rules.map((rule) => (
            <li key={rule} data-met={metRules.includes(rule) || undefined}>
              <LineIcon path={metRules.includes(rule) ? tick : ring} box={16} />
              <span>{ruleTexts[rule]}</span>
              <span className="visually-hidden">
                : {metRules.includes(rule) ? t.met : t.notMet}
              </span>
            </li>
          ))}
        </ul>
        <p>{context.isSignUp ? t.checkedOnSave : t.checkedWithRecent}</p>
      </div>
      <p role="status" className="visually-hidden">
        {summary}
      </p>
    </div>
  )
}

function useDebounced(text: string): string {
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncement(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return announcement
}
