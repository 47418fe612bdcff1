import { useState } from 'react'
import { hasOnlyDigits, plainDigits } from '#contract/fields.ts'
import { foldText } from '#contract/fold-text.ts'
import * as links from '#contract/links.ts'
import { remedies, type Remedy } from '#contract/remedies.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { nameOfCode } from '#web/ui/error-facts.ts'
import { useTextOf } from '#web/ui/failure.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
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
        <LineIcon path="M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.300-1.700L17 17" size={18} />
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
              <summary>
                <span>{t[`q${number}`]}</span>
                <LineIcon className={styles.arrow} path="M5 7.5l5 5 5-5" size={18} />
              </summary>
              <p>{t[`a${number}`]}</p>
              <PageLink number={number} />
            </details>
          ))}
        </div>
      )}
    </section>
  )
}

const security = ['toSecurity', links.security()] as const
const profile = ['toProfile', links.profile()] as const

/** The pages that answers speak of. */
const pages = {
  2: security,
  3: security,
  6: security,
  7: ['toHome', links.home()],
  9: profile,
} as const

function PageLink({ number }: { number: (typeof answerNumbers)[number] }) {
  const t = useMessages(answersMessages)
  if (!(number in pages)) return null
  const [text, page] = pages[number as keyof typeof pages]
  return (
    <p>
      <LinkTo to={page}>{t[text]}</LinkTo>
    </p>
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
