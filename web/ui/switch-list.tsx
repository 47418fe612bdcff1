import { useId, type ReactNode } from 'react'
import type { Link } from '#contract/links.ts'
import { LinkTo, useMayOpen } from '../link-to.tsx'
import styles from './switch-list.module.css'

export function SwitchList({ children }: { children: ReactNode }) {
  return <ul className={`rows ${styles.list}`}>{children}</ul>
}

type Props = {
  name: string
  /** Page of the item that the switch controls. */
  to?: Link
  /** Note below the name. With `isBad` it reports that the switch has no effect although it is on. */
  note?: ReactNode
  isBad?: boolean
  isOn: boolean
  isDisabled?: boolean
  /** True while a dialog asks about the change: the switch shows the state that the dialog names. */
  isAsking?: boolean
  /** Opens a dialog; without `isAsking`, the switch changes after the change is saved. */
  onPress: () => void
  /** Further controls for the item. */
  children?: ReactNode
}

const unrestrictedPage = { permissions: [] }

/** An item with a switch that opens a dialog. */
export function SwitchRow(props: Props) {
  const { name, to, note, isBad = false, isOn, isDisabled, isAsking = false } = props
  const { onPress, children } = props
  const id = useId()
  const mayOpen = useMayOpen(to ?? unrestrictedPage)
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
          checked={isOn !== isAsking}
          onChange={onPress}
        />
      </label>
    </li>
  )
}
