import { Outlet, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdminMe } from '#web/admin-me.ts'
import { useWords } from '#web/locale.ts'
import { sayFailed, Snackbar } from '#web/snackbar.tsx'
import { paths } from '../addresses.ts'
import { Frame } from '../frame.tsx'
import { words } from '../frame-words.ts'
import { visibleMenu } from '../guards.ts'
import { HeaderMenu } from '../header-menu.tsx'
import { Icon } from '../icons.tsx'
import { adminMenu } from '../menus.ts'
import styles from '../partner/partner-frame.module.css'
import { logOutAdmin } from './log-out.tsx'
import { AdminSessionLife } from './session-life.tsx'

export function AdminFrame() {
  const router = useRouter()
  const { permissions } = useAdminMe()
  return (
    <>
      <AdminSessionLife here={() => router.latestLocation.href} />
      <Frame home={paths.admin} menu={visibleMenu(adminMenu, permissions)} tools={<AccountMenu />}>
        <Outlet />
      </Frame>
      <Snackbar />
    </>
  )
}

function AccountMenu() {
  const say = useWords(words)
  const { firstname, lastname, email } = useAdminMe()
  const initials = [firstname, lastname].map((name) => [...name][0] ?? '').join('')
  return (
    <HeaderMenu
      name={say.accountMenu}
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
      <LogOutButton />
    </HeaderMenu>
  )
}

function LogOutButton() {
  const say = useWords(words)
  const [isSending, setSending] = useState(false)

  async function press(): Promise<void> {
    if (isSending) return
    setSending(true)
    await logOutAdmin().catch(() => {
      setSending(false)
      sayFailed(say.logOutFailed)
    })
  }

  return (
    <button
      type="button"
      className={`secondary-button ${styles.logOut}`}
      aria-disabled={isSending || undefined}
      onClick={() => void press()}
    >
      <Icon name="logOut" />
      {say.logOut}
    </button>
  )
}
