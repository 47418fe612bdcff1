import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
  type Ref,
} from 'react'
import { fieldMessages } from '#web/ui/texts/messages.ts'
import { createListeners } from '#web/listeners.ts'
import { useMessages } from '#web/locale.ts'
import { Logo } from '#web/parts/logo.tsx'
import { TimeZoneProvider } from '#web/me.ts'
import { settings } from '#web/settings.ts'
import '#web/ui/controls.css'
import * as links from '#contract/links.ts'
import { Environment } from './environment.tsx'
import styles from './frame.module.css'
import { frameMessages as messages } from './texts/messages.ts'
import { Icon } from './icons.tsx'
import { toggleBar, type MenuItem, type NavigationBar } from './menus.ts'
import { Navigation, type MenuAnchorProps } from './navigation.tsx'

type Props = {
  home: string
  /** Entries that the user may open. */
  menu: readonly MenuItem[]
  anchor: ComponentType<MenuAnchorProps>
  /** Content of the header that appears and disappears without moving anything beside it. */
  status?: ReactNode
  /** Controls at the end of the header. */
  tools: ReactNode
  children: ReactNode
}

const belowLg = '(width < 1280px)'
const windowSize = createListeners('resize')

/** Header, navigation bar and support contact around every logged-in page. */
export function Frame({ home, menu, anchor, status, tools, children }: Props) {
  const t = useMessages(fieldMessages)
  const isSmall = useIsSmall()
  const [bar, setBar] = useState<NavigationBar>({ minify: false, show: false })
  const toggle = useRef<HTMLButtonElement>(null)
  const isOverlay = isSmall && bar.show

  function close(): void {
    setBar((bar) => ({ ...bar, show: false }))
  }

  useEscape(isOverlay, () => {
    close()
    toggle.current?.focus()
  })

  return (
    <div className={styles.frame} data-minify={bar.minify}>
      <a className="skip-link" href="#content">
        {t.skipToContent}
      </a>
      <header className={styles.header}>
        <NavigationToggle
          ref={toggle}
          isExpanded={isSmall ? bar.show : !bar.minify}
          onPress={() => setBar((bar) => toggleBar(bar, isSmall))}
        />
        <a className={styles.brand} href={home}>
          <Logo />
          <span>{settings().brand.name}</span>
        </a>
        {home === links.adminArea.path && <Environment />}
        <div className={styles.tools}>
          {status}
          {tools}
        </div>
      </header>
      <Navigation menu={menu} anchor={anchor} bar={bar} isOverlay={isOverlay} onLeave={close} />
      {isOverlay && <div className={styles.shade} onClick={close} />}
      <main id="content" tabIndex={-1} className={styles.content} inert={isOverlay}>
        <TimeZoneProvider>{children}</TimeZoneProvider>
      </main>
      <Support isHidden={isOverlay} />
    </div>
  )
}

type ToggleProps = {
  ref: Ref<HTMLButtonElement>
  isExpanded: boolean
  onPress: () => void
}

function NavigationToggle({ ref, isExpanded, onPress }: ToggleProps) {
  const t = useMessages(messages)
  return (
    <button
      ref={ref}
      type="button"
      className={styles.toggle}
      aria-label={t.toggleNavigation}
      aria-expanded={isExpanded}
      aria-controls="navigation"
      onClick={onPress}
    >
      <Icon name="menu" />
    </button>
  )
}

function Support({ isHidden }: { isHidden: boolean }) {
  const t = useMessages(messages)
  const { supportEmail } = settings().brand
  return (
    <footer className={styles.footer} inert={isHidden}>
      {t.contact} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </footer>
  )
}

function useEscape(isOverlay: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isOverlay) return undefined
    function listen({ key }: KeyboardEvent): void {
      if (key === 'Escape') escape()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOverlay])
}

function useIsSmall(): boolean {
  return useSyncExternalStore(
    windowSize.listen,
    () => matchMedia(belowLg).matches,
    () => false,
  )
}
