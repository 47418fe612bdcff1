import { useId, type ReactNode } from 'react'
import styles from './switch-list.module.css'

export function SwitchList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

type Props = {
  name: string
  /** Leads to what the switch is for. */
  link?: ((name: ReactNode) => ReactNode) | undefined
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

export function SwitchRow(props: Props) {
  const { name, link, note, isBad = false, isOn, isDisabled, onPress, children } = props
  const id = useId()
  const shownName = <bdi>{name}</bdi>
  return (
    <li>
      <span>
        {link ? link(shownName) : <label htmlFor={id}>{shownName}</label>}
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
