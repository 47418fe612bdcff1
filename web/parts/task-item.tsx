import type { ReactNode } from 'react'
import { useColon } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import styles from './task-item.module.css'

type Props = {
  title: string
  /** A second, softer line. */
  note?: ReactNode
  /** Buttons that open a dialog; `name` distinguishes them from those of other tasks. */
  actions?: readonly { text: string; name: string; onPress: () => void }[]
  /** A link in place of the buttons. */
  children?: ReactNode
}

/** A task in a list of what is to do: what it is about, and what can be done about it. */
export function TaskItem({ title, note, actions = [], children }: Props) {
  const colon = useColon()
  return (
    <li className={styles.task}>
      <span>
        <span>{title}</span>
        {note !== undefined && <small>{note}</small>}
      </span>
      <span className="row-2">
        {actions.map(({ text, name, onPress }) => (
          <Button
            key={text}
            isInRow
            aria-haspopup="dialog"
            aria-label={`${text}${colon}${name}`}
            onClick={onPress}
          >
            {text}
          </Button>
        ))}
        {children}
      </span>
    </li>
  )
}

/** The lines of tasks that are loading. */
export function TaskPlaceholders({ count }: { count: number }) {
  return Array.from({ length: count }, (_, line) => (
    <li key={line} className={styles.task} aria-hidden="true" />
  ))
}
