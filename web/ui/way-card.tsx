import type { ReactNode } from 'react'
import { LineIcon } from './line-icon.tsx'
import styles from './way-card.module.css'

/** Cards of ways to reach the same goal, each with its own button. */
export function WayCards({ children }: { children: ReactNode }) {
  return <ul className={`stack-4 ${styles.ways}`}>{children}</ul>
}

type Props = {
  /** SVG path of an icon in a square of 24 units. */
  icon: string
  title: string
  text: ReactNode
  /** Content below the text, the button last. */
  children: ReactNode
}

export function WayCard({ icon, title, text, children }: Props) {
  return (
    <li>
      <LineIcon path={icon} box={24} />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </li>
  )
}
