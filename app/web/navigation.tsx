import { useEffect, useRef, type ComponentType, type ReactNode } from 'react'
import { counted, numberFormat } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { messages } from './frame-messages.ts'
import { Icon } from './icons.tsx'
import type { MenuItem, NavigationBar } from './menus.ts'
import styles from './navigation.module.css'

export type MenuLinkProps = {
  to: string
  onLeave: () => void
  children: ReactNode
  'aria-current'?: 'true' | undefined
}
type Link = ComponentType<MenuLinkProps>

type Props = {
  menu: readonly MenuItem[]
  link: Link
  bar: NavigationBar
  /** True if the bar covers the page and takes the focus. */
  isOverlay: boolean
  onLeave: () => void
}

export function Navigation({ menu, link, bar, isOverlay, onLeave }: Props) {
  const t = useMessages(messages)
  const place = useRef<HTMLElement>(null)
  const groups = [...new Set(menu.map(({ group }) => group))]

  useEffect(() => {
    if (isOverlay) place.current?.querySelector('a')?.focus()
  }, [isOverlay])

  return (
    <nav
      ref={place}
      id="navigation"
      className={styles.navigation}
      data-minify={bar.minify}
      data-show={bar.show}
      aria-label={t.navigation}
    >
      {groups.map((group) => (
        <div key={group} role="group" aria-labelledby={`menu-${group}`}>
          <h2 id={`menu-${group}`}>{t[group]}</h2>
          <Items
            items={menu.filter((item) => item.group === group)}
            link={link}
            onLeave={onLeave}
          />
        </div>
      ))}
    </nav>
  )
}

type ItemsProps = { items: readonly MenuItem[]; link: Link; onLeave: () => void }

function Items({ items, link: Link, onLeave }: ItemsProps) {
  const t = useMessages(messages)
  return (
    <ul>
      {items.map(({ text, icon, target, children, count = 0 }) => (
        <li key={target}>
          <Link to={target} onLeave={onLeave}>
            <Icon name={icon} />
            <span>
              {t[text]} {count > 0 && <Count count={count} />}
            </span>
          </Link>
          {children.length > 0 && <Items items={children} link={Link} onLeave={onLeave} />}
        </li>
      ))}
    </ul>
  )
}

function Count({ count }: { count: number }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  return (
    <>
      <b aria-hidden="true" className={styles.count}>
        {numberFormat(locale).format(count)}
      </b>
      <span className="visually-hidden">({counted(t.waitingForYou, count, locale)})</span>
    </>
  )
}
