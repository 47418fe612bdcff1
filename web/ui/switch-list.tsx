import { useId, type ReactNode } from 'react'
import type { Link } from '#contract/links.ts'
import { LinkTo, useMayOpen } from '../link-to.tsx'
import styles from './switch-list.module.css'

export function SwitchList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

type Props = {
  name: string
  /** The page of what the switch is for. */
  to?: Link
  /** Below the name; `isBad` where it opens nothing although it is on. */
  note?: ReactNode
  isBad?: boolean
  isOn: boolean
  isDisabled?: boolean
  /** Opens a dialog: the switch turns once the change is saved. */
  onPress: () => void
  /** What else can be done with it. */
  children?: ReactNode
}

const anyone = { permissions: [] }

export function SwitchRow(props: Props) {
  const { name, to, note, isBad = false, isOn, isDisabled, onPress, children } = props
  const id = useId()
  const mayOpen = useMayOpen(to ?? anyone)
  const shownName = <bdi>{name}</bdi>
  return (
    <li>
      <span>
        {to && mayOpen ? (
          <LinkTo to={to}>{shownName}</LinkTo>
        ) : (
          <label htmlFor={id}>{shownName}</label>
        )}
        {note !== undefined && (
          <small id={`${id}-note`} data-kind={isBad ? 'bad' : undefined}>
            {note}
          </small>
        )}
      </span>
      {children}
      <label className="tick-area">
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-label={name}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          aria-haspopup="dialog"
          disabled={isDisabled}
          checked={isOn}
          onChange={onPress}
        />
      </label>
    </li>
  )
}
