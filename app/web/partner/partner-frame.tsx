import { useQueryClient, type Query } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useWords } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { OfflineBanner } from '#web/offline-banner.tsx'
import { sayFailed, Snackbar } from '#web/snackbar.tsx'
import { paths } from '../addresses.ts'
import { Frame } from '../frame.tsx'
import { words } from '../frame-words.ts'
import { visibleMenu } from '../guards.ts'
import { HeaderMenu } from '../header-menu.tsx'
import { Icon } from '../icons.tsx'
import { partnerMenu } from '../menus.ts'
import { words as platformWords } from '../platform-words.ts'
import { PlatformList } from '../platforms.tsx'
import { logOut } from '../session-end.ts'
import { SessionLife } from '../session-life.tsx'
import styles from './partner-frame.module.css'

export function PartnerFrame() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { permissions } = useMe()
  return (
    <>
      <SessionLife here={() => router.latestLocation.href} />
      <Frame home={paths.main} menu={visibleMenu(partnerMenu, permissions)} tools={<Tools />}>
        <Outlet />
      </Frame>
      <Snackbar />
      <OfflineBanner onBack={() => void queryClient.refetchQueries({ predicate: hasFailed })} />
    </>
  )
}

function hasFailed({ state }: Query): boolean {
  return state.status === 'error'
}

function Tools() {
  const platforms = useWords(platformWords)
  return (
    <>
      <HeaderMenu name={platforms.platforms} face={<Icon name="platforms" />}>
        <p className={styles.title}>{platforms.platforms}</p>
        <PlatformList />
      </HeaderMenu>
      <AccountMenu />
    </>
  )
}

function AccountMenu() {
  const say = useWords(words)
  const { firstname, lastname, email } = useMe()
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

  async function start(): Promise<void> {
    if (isSending) return
    setSending(true)
    try {
      await logOut()
    } catch {
      setSending(false)
      sayFailed(say.logOutFailed)
    }
  }

  return (
    <button
      type="button"
      className={`secondary-button ${styles.logOut}`}
      aria-disabled={isSending || undefined}
      onClick={() => void start()}
    >
      <Icon name="logOut" />
      {say.logOut}
    </button>
  )
}
