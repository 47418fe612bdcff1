import { useState } from 'react'
import { hasOnlyDigits, plainDigits } from '#contract/fields.ts'
import { foldText } from '#contract/fold-text.ts'
import { remedies, type Remedy } from '#contract/remedies.ts'
import { useMessages } from '#web/locale.ts'
import { nameOfCode } from '#web/ui/error-facts.ts'
import { useTextOf } from '#web/ui/failure.tsx'
import { answersMessages } from './texts/messages.ts'
import styles from './page.module.css'

const answerNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** Shows ten answers with a search, which also explains error codes. */
export function Answers() {
  const t = useMessages(answersMessages)
  const [query, setQuery] = useState('')
  const digits = hasOnlyDigits(query.trim()) ? plainDigits(query) : ''
  const code = digits.length === 6 ? digits : undefined
  const words = foldText(query).split(/\s+/).filter(Boolean)
  const matches = answerNumbers.filter((number) => {
    const text = foldText(`${t[`q${number}`]} ${t[`a${number}`]}`)
    return words.every((word) => text.includes(word))
  })
  return (
    <section className={`card ${styles.part}`} aria-labelledby="answers">
      <h2 id="answers">{t.title}</h2>
      <label className={styles.search}>
        {t.search}
        <input
          type="search"
          autoComplete="off"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      </label>
      <div role="status" className="unless-empty">
        {code !== undefined && <Meaning code={code} />}
        {code === undefined && matches.length === 0 && <p>{t.none}</p>}
      </div>
      {code === undefined && (
        <div className={styles.answers}>
          {matches.map((number) => (
            <details key={number}>
              <summary>{t[`q${number}`]}</summary>
              <p>{t[`a${number}`]}</p>
            </details>
          ))}
        </div>
      )}
    </section>
  )
}

const advice = {
  'correct input': 'correctInput',
  'confirm identity': 'confirmIdentity',
  'try again': 'tryAgain',
  wait: 'wait',
  reload: 'reload',
  'log in': 'logIn',
  'request a new link': 'requestLink',
  'go back': 'goBack',
  'contact support': 'contactSupport',
  'repeat passkey': 'repeatPasskey',
  program: 'program',
} as const satisfies Record<Remedy, string>

function Meaning({ code }: { code: string }) {
  const t = useMessages(answersMessages)
  const textOf = useTextOf({})
  const name = nameOfCode(Number(code))
  if (name === undefined) return <p>{t.unknownCode({ code })}</p>
  return (
    <p>
      <strong>{code}</strong> {textOf(name)} {t[advice[remedies[name]]]}
    </p>
  )
}
