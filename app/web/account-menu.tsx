import { useId, useState, type FocusEvent, type ReactNode } from 'react'
import { themeOf, themes, type Theme } from '#contract/theme.ts'
import { nameOf } from '#contract/full-name.ts'
import { rememberTheme, useTheme } from '#web/theme.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
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
  /** Facts about the account that the menu shows below the name. */
  details?: ReactNode
  /** Stores the chosen theme on the account, for accounts that can store one. */
  onTheme?: ((theme: Theme | null) => Promise<unknown>) | undefined
  /** Logs the user out and leaves the page. */
  onLogOut: () => Promise<void>
}

/** Menu with the account's name and facts, the choice of the theme, and the logout. */
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
      <ThemeChoice onTheme={onTheme} />
      <LogOutButton onLogOut={onLogOut} />
    </HeaderMenu>
  )
}

const choices = ['system', ...themes] as const

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
      <legend className="hint">{t.theme}</legend>
      {choices.map((choice) => (
        <label key={choice} className="line-2 tall">
          <input
            type="radio"
            name="theme"
            checked={choice === (theme ?? 'system')}
            onChange={() => choose(themeOf(choice) ?? null)}
          />
          {t[`theme_${choice}`]}
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
      <Button className={styles.logOut} isPending={isSending} onClick={() => void start()}>
        <Icon name="logOut" />
        {t.logOut}
      </Button>
      {error !== undefined && <Failure text={t.logOutFailed} error={error} />}
    </>
  )
}
