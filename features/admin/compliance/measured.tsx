import { Fragment, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import type { MeasuredRequirement } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { progressMessages } from './progress-messages.ts'
import { remedyMessages } from './remedy-messages.ts'
import { findingMessages } from './rule-messages.ts'

/** Makes a link to the users, admins or platforms that a finding counts, where the admin may see such a list. */
export type ListLink = (what: string, text: ReactNode) => ReactNode

type MeasuredProps = { row: MeasuredRequirement; listLink: ListLink }

/** What was measured for a requirement, the settings behind it, and what to do. */
export function Measured({ row: { value, weak, found, reason }, listLink }: MeasuredProps) {
  const [t, progress] = [useMessages(messages), useMessages(progressMessages)]
  const words: Readonly<Record<string, string>> = useMessages(findingMessages)
  const remedies: Readonly<Record<string, string>> = useMessages(remedyMessages)
  const [against, others] = [true, false].map((isAgainst) =>
    found.filter(({ count }) => count > 0 === isAgainst),
  ) as [MeasuredRequirement['found'], MeasuredRequirement['found']]
  const todo = [
    ...(weak.length > 0 ? [fill(progress.set, { settings: weak.map(wish).join(', ') })] : []),
    ...new Set(against.map(({ what }) => remedies[what] ?? '')),
  ]
  return (
    <div className={styles.facts}>
      {reason !== '' && <p>{fill(t.reason, { reason })}</p>}
      {against.map(({ what, count }) => (
        <p key={what} data-against="true">
          {listLink(what, words[what])}: <strong>{count}</strong>
        </p>
      ))}
      {others.map(({ what, count }) => (
        <p key={what} data-against="false">
          {words[what]}: <strong>{count}</strong>
        </p>
      ))}
      {value !== '' && (
        <p className={styles.settings}>
          {t.settings}{' '}
          {value.split(' ').map((setting) => (
            <code key={setting} dir="ltr" data-weak={weak.some((each) => each.setting === setting)}>
              <Breakable text={setting} />
            </code>
          ))}
        </p>
      )}
      {todo.length > 0 && (
        <p>
          <strong>{t.toDo}</strong> <bdi>{todo.join(' ')}</bdi>
        </p>
      )}
    </div>
  )
}

/** A weak setting as the clause wants it, such as `LOGIN_UNIFORM=on`; isolated among words of another direction. */
function wish({ setting, wanted }: MeasuredRequirement['weak'][number]): string {
  return `\u2066${setting.slice(0, setting.indexOf('=') + 1)}${wanted}\u2069`
}

/** A name may break after an underscore or before its value; a number never does. */
function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[_=])/).map((part, index) => (
    <Fragment key={`${index} ${part}`}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
