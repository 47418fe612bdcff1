import { Fragment, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import type { MeasuredRequirement } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { remedyMessages } from './remedy-messages.ts'
import { findingMessages } from './rule-messages.ts'

/** Makes a link to the users, admins or platforms that a finding counts, where the admin may see such a list. */
export type ListLink = (what: string, text: ReactNode) => ReactNode

type MeasuredProps = { row: MeasuredRequirement; listLink: ListLink }

/** What was found for a requirement and what to do about it, in words first; then the settings behind it. */
export function Measured({ row: { value, weak, found, reason }, listLink }: MeasuredProps) {
  const t = useMessages(messages)
  const words: Readonly<Record<string, string>> = useMessages(findingMessages)
  const remedies: Readonly<Record<string, string>> = useMessages(remedyMessages)
  const [against, others] = [true, false].map((isAgainst) =>
    found.filter(({ count }) => count > 0 === isAgainst),
  ) as [MeasuredRequirement['found'], MeasuredRequirement['found']]
  const todo = [
    ...(weak.length > 0 ? [t.change] : []),
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
      {todo.length > 0 && (
        <p>
          {t.toDo} {todo.join(' ')}
        </p>
      )}
      {others.map(({ what, count }) => (
        <p key={what} data-against="false">
          {words[what]}: <strong>{count}</strong>
        </p>
      ))}
      {value !== '' && (
        <p className={styles.settings}>
          {t.settings}{' '}
          {value.split(' ').map((setting) => (
            <Setting
              key={setting}
              setting={setting}
              wanted={weak.find((each) => each.setting === setting)?.wanted}
            />
          ))}
        </p>
      )}
    </div>
  )
}

/** A weak one with what the clause wants, such as `LOGIN_UNIFORM=off → on`. */
function Setting({ setting, wanted }: { setting: string; wanted: string | undefined }) {
  return (
    <code dir="ltr" data-weak={wanted !== undefined}>
      <Breakable text={setting} />
      {wanted !== undefined && ` → ${wanted}`}
    </code>
  )
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
