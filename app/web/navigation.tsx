import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useWords } from '#web/locale.ts'
import { words } from './frame-words.ts'
import { Icon } from './icons.tsx'
import type { MenuItem } from './menus.ts'
import type { NavigationBar } from './navigation-bar.ts'
import styles from './navigation.module.css'

type Props = {
  menu: readonly MenuItem[]
  bar: NavigationBar
  /** It lies over the page, and has the focus. */
  isOver: boolean
  onLeave: () => void
}

export function Navigation({ menu, bar, isOver, onLeave }: Props) {
  const say = useWords(words)
  const place = useRef<HTMLElement>(null)
  const groups = [...new Set(menu.map(({ group }) => group))]

  useEffect(() => {
    if (isOver) place.current?.querySelector('a')?.focus()
  }, [isOver])

  return (
    <nav
      ref={place}
      id="navigation"
      className={styles.navigation}
      data-minify={bar.minify}
      data-show={bar.show}
      aria-label={say.navigation}
    >
      {groups.map((group) => (
        <section key={group} aria-labelledby={`menu-${group}`}>
          <h2 id={`menu-${group}`}>{say[group]}</h2>
          <Items items={menu.filter((item) => item.group === group)} onLeave={onLeave} />
        </section>
      ))}
    </nav>
  )
}

type ItemsProps = { items: readonly MenuItem[]; onLeave: () => void }

function Items({ items, onLeave }: ItemsProps) {
  const say = useWords(words)
  return (
    <ul>
      {items.map(({ text, icon, target, children }) => (
        <li key={target}>
          <Link to={target} onClick={onLeave} activeProps={{ 'aria-current': 'page' }}>
            <Icon name={icon} />
            <span>{say[text]}</span>
          </Link>
          {children.length > 0 && <Items items={children} onLeave={onLeave} />}
        </li>
      ))}
    </ul>
  )
}
