import { useId, useState, type FocusEvent, type ReactNode } from 'react'
import { themeOf, themes, type Theme } from '#contract/theme.ts'
import { nameOf } from '#contract/full-name.ts'
import { rememberTheme, useTheme } from '#web/theme.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { LanguageSwitch } from '#web/ui/language-switch.tsx'
import { initialsOf } from '#web/ui/initials.ts'
import { Failure } from '#web/ui/failure.tsx'
import styles from './account-menu.module.css'
import { frameMessages as messages } from './texts/messages.ts'
import { Icon } from './icons.tsx'

type HeaderMenuProps = {
  name: string
  /** Content of the button. */
  face: ReactNode
  children: ReactNode
}

/**
 * A button with a popover. The browser closes it on Escape or on a press elsewhere; it also closes when the focus
 * leaves.
 */
export function HeaderMenu({ name, face, children }: HeaderMenuProps) {
  const id = useId()
  return (
    <div className="no-box" onBlur={closeWhenLeft}>
      <button type="button" className={styles.button} popoverTarget={id}>
        {face}
        <span className="visually-hidden">{name}</span>
      </button>
      <div id={id} popover="auto" className={styles.popover} role="group" aria-label={name}>
        {children}
      </div>
    </div>
  )
}

/** Closes the popover when the focus leaves it: left open, it would cover the focused element (WCAG 2.2, 2.4.11). */
function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!relatedTarget || currentTarget.contains(relatedTarget)) return
  currentTarget.querySelector<HTMLElement>(':popover-open')?.hidePopover()
}

type Props = {
  person: { firstname: string; lastname: string; email: string }
  /** Facts and pages of the account, below the name. */
  details?: ReactNode
  /** Stores the chosen theme on the account, for accounts that can store one. */
  onTheme?: ((theme: Theme | null) => Promise<unknown>) | undefined
  /** Logs the user out and leaves the page. */
  onLogOut: () => Promise<void>
}

/** Menu with the account's name and pages, the choices of language and theme, and the logout. */
export function AccountMenu({ person, details, onTheme, onLogOut }: Props) {
  const t = useMessages(messages)
  const name = nameOf(person)
  return (
    <HeaderMenu
      name={t.accountMenu}
      face={<span className={styles.initials}>{initialsOf(name) || <Icon name="person" />}</span>}
    >
      <p className="strong">
        <bdi>{name}</bdi>
      </p>
      <p className="hint">
        <bdi>{person.email}</bdi>
      </p>
      {details}
      <div className={styles.language}>
        <LanguageSwitch />
      </div>
      <ThemeChoice onTheme={onTheme} />
      <LogOutButton onLogOut={onLogOut} />
    </HeaderMenu>
  )
}

const choices = ['system', ...themes] as const

const themeIcons = {
  system: 'M4 5h16v11H4ZM9 20h6M12 16v4',
  light:
    'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400',
  dark: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500Z',
} as const

/** Choice of the theme. It takes effect immediately; if the account cannot be reached, this browser still keeps it. */
function ThemeChoice({ onTheme }: Pick<Props, 'onTheme'>) {
  const t = useMessages(messages)
  const theme = useTheme()

  function choose(next: Theme | null): void {
    rememberTheme(next)
    void onTheme?.(next).catch(() => undefined)
  }

  return (
    <fieldset className={styles.themes}>
      <legend className="visually-hidden">{t.theme}</legend>
      {choices.map((choice) => (
        <label key={choice} title={t[`theme_${choice}`]}>
          <input
            className="visually-hidden"
            type="radio"
            name="theme"
            checked={choice === (theme ?? 'system')}
            onChange={() => choose(themeOf(choice) ?? null)}
          />
          <Icon name={themeIcons[choice]} />
          <span className="visually-hidden">{t[`theme_${choice}`]}</span>
        </label>
      ))}
    </fieldset>
  )
}

function LogOutButton({ onLogOut }: Pick<Props, 'onLogOut'>) {
  const t = useMessages(messages)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()

  async function start(): Promise<void> {
    if (isSending) return
    setSending(true)
    try {
      await onLogOut()
    } catch (error) {
      setSending(false)
      setError(error)
    }
  }

  return (
    <>
      <Button
        variant="quiet"
        className={styles.logOut}
        isPending={isSending}
        onClick={() => void start()}
      >
        <Icon name="logOut" />
        {t.logOut}
      </Button>
      {error !== undefined && <Failure text={t.logOutFailed} error={error} />}
    </>
  )
}
