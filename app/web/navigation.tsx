import { useEffect, useRef, type ComponentType, type ReactNode } from 'react'
import { numberFormat } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { initialsOf } from '#web/ui/initials.ts'
import { frameMessages as messages } from './texts/messages.ts'
import { Icon } from './icons.tsx'
import { menuTextOf, type MenuItem, type NavigationBar } from './menus.ts'
import styles from './navigation.module.css'

export type MenuAnchorProps = {
  to: string
  /** The menu that the link is in. */
  menu: readonly MenuItem[]
  /** Called when the link is pressed; closes the bar of a small screen. */
  onLeave: () => void
  children: ReactNode
}
type Anchor = ComponentType<MenuAnchorProps>

type Props = {
  menu: readonly MenuItem[]
  anchor: Anchor
  bar: NavigationBar
  /** True if the bar covers the page and takes the focus. */
  isOverlay: boolean
  onLeave: () => void
}

export function Navigation({ menu, anchor, bar, isOverlay, onLeave }: Props) {
  const t = useMessages(messages)
  const navigation = useRef<HTMLElement>(null)
  const groups = [...new Set(menu.map(({ group }) => group))]

  useEffect(() => {
    if (isOverlay) navigation.current?.querySelector('a')?.focus()
  }, [isOverlay])

  return (
    <nav
      ref={navigation}
      id="navigation"
      className={styles.navigation}
      data-minify={bar.minify}
      data-show={bar.show}
      aria-label={t.navigation}
    >
      {groups.map((group) => (
        <div key={group} role="group" className="stack-1" aria-labelledby={`menu-${group}`}>
          <h2 id={`menu-${group}`} className="hint">
            <GroupName
              name={menu.find((item) => item.group === group)?.groupName}
              text={t[group]}
            />
          </h2>
          <Items
            items={menu.filter((item) => item.group === group)}
            anchor={anchor}
            menu={menu}
            onLeave={onLeave}
          />
        </div>
      ))}
    </nav>
  )
}

/** The heading of a group: a name with its initials, or a text. */
function GroupName({ name, text }: { name: string | undefined; text: string }) {
  if (name === undefined) return text
  return (
    <span className={styles.company}>
      <span aria-hidden="true">{initialsOf(name)}</span>
      <bdi title={name}>{name}</bdi>
    </span>
  )
}

type ItemsProps = {
  items: readonly MenuItem[]
  menu: readonly MenuItem[]
  anchor: Anchor
  onLeave: () => void
}

function Items({ items, menu, anchor: Anchor, onLeave }: ItemsProps) {
  const { locale } = useLocale()
  return (
    <ul className="stack-1">
      {items.map(({ text, icon, target, children, count = 0 }) => (
        <li key={target}>
          <Anchor to={target} menu={menu} onLeave={onLeave}>
            <Icon name={icon} />
            <span>
              {menuTextOf({ text }, locale)} {count > 0 && <Count count={count} />}
            </span>
          </Anchor>
          {children.length > 0 && <Items items={children} {...{ menu, onLeave }} anchor={Anchor} />}
        </li>
      ))}
    </ul>
  )
}

/** The largest number that is shown; larger ones are this number and a plus sign. */
const maxCount = 99

function Count({ count }: { count: number }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  return (
    <>
      <b aria-hidden="true" className={styles.count}>
        {numberFormat(locale).format(Math.min(count, maxCount))}
        {count > maxCount && '+'}
      </b>
      <span className="visually-hidden">({t.waitingForYou({ count })})</span>
    </>
  )
}
