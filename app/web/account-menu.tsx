import { useId, useState, type FocusEvent, type ReactNode } from 'react'
import { themeOf, themes, type Theme } from '#contract/theme.ts'
import { rememberTheme, useTheme } from '#web/theme.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import styles from './account-menu.module.css'
import { messages } from './frame-messages.ts'
import { Icon } from './icons.tsx'

type HeaderMenuProps = {
  name: string
  /** The content of the button. */
  face: ReactNode
  children: ReactNode
}

/** A button with a popover; the browser closes it on Escape or a press elsewhere, the focus when it goes on. */
export function HeaderMenu({ name, face, children }: HeaderMenuProps) {
  const id = useId()
  return (
    <div className={styles.menu} onBlur={closeWhenLeft}>
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

/** Left open, it would cover what has the focus (WCAG 2.2, 2.4.11). */
function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!relatedTarget || currentTarget.contains(relatedTarget)) return
  currentTarget.querySelector<HTMLElement>(':popover-open')?.hidePopover()
}

type Props = {
  person: { firstname: string; lastname: string; email: string }
  /** What the menu shows of the account besides the name. */
  details?: ReactNode
  /** Keeps the chosen colours on the account, where it can. */
  onTheme?: ((theme: Theme | null) => Promise<unknown>) | undefined
  /** Leaves the page when the user is logged out. */
  onLogOut: () => Promise<void>
}

export function AccountMenu({ person, details, onTheme, onLogOut }: Props) {
  const t = useMessages(messages)
  const { firstname, lastname, email } = person
  const initials = [firstname, lastname].map((name) => [...name][0] ?? '').join('')
  return (
    <HeaderMenu
      name={t.accountMenu}
      face={
        <span className={styles.initials}>{initials.toUpperCase() || <Icon name="person" />}</span>
      }
    >
      <p className={styles.name}>
        <bdi>
          {firstname} {lastname}
        </bdi>
      </p>
      <p className={styles.email}>
        <bdi>{email}</bdi>
      </p>
      {details}
      <ThemeChoice onTheme={onTheme} />
      <LogOutButton onLogOut={onLogOut} />
    </HeaderMenu>
  )
}

const choices = ['system', ...themes] as const

/** Takes effect at once; where the account could not be reached, this browser still keeps it. */
function ThemeChoice({ onTheme }: Pick<Props, 'onTheme'>) {
  const t = useMessages(messages)
  const theme = useTheme()

  function choose(next: Theme | null): void {
    rememberTheme(next)
    void onTheme?.(next).catch(() => undefined)
  }

  return (
    <fieldset className={styles.themes}>
      <legend>{t.theme}</legend>
      {choices.map((choice) => (
        <label key={choice}>
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
