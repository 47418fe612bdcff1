import type { ReactNode } from 'react'
import styles from './item-row.module.css'

/** A list of a user's items, such as sessions or passkeys. */
export function ItemList({ children }: { children: ReactNode }) {
  return <ul className="bare">{children}</ul>
}

type Props = {
  icon: ReactNode
  name: string
  tags?: ReactNode
  facts: ReactNode
  actions: ReactNode
  isCurrent?: boolean
}

/** A row of an `ItemList`, with its facts (`Fact`) and buttons. */
export function ItemRow({ icon, name, tags, facts, actions, isCurrent = false }: Props) {
  return (
    <li className={styles.row} aria-current={isCurrent || undefined}>
      {icon}
      <div>
        <p className={styles.name}>
          <bdi>{name}</bdi>
          {tags}
        </p>
        <dl className={`facts ${styles.facts}`}>{facts}</dl>
      </div>
      <div className={styles.actions}>{actions}</div>
    </li>
  )
}
