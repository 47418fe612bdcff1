import { useQueryClient, type Query } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { Snackbar } from '#web/ui/snackbar.tsx'
import { AccountMenu, HeaderMenu } from '../account-menu.tsx'
import { paths } from '../addresses.ts'
import { MenuLink } from '../area.tsx'
import { Frame } from '../frame.tsx'
import { visibleMenu } from '../guards.ts'
import { Icon } from '../icons.tsx'
import { partnerMenu } from '../menus.ts'
import { messages as platformMessages } from '../platform-messages.ts'
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
      <Frame
        home={paths.main}
        menu={visibleMenu(partnerMenu, permissions)}
        link={MenuLink}
        tools={<Tools />}
      >
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
  const t = useMessages(platformMessages)
  return (
    <>
      <HeaderMenu name={t.platforms} face={<Icon name="platforms" />}>
        <p className={styles.title}>{t.platforms}</p>
        <PlatformList />
      </HeaderMenu>
      <AccountMenu person={useMe()} onLogOut={logOut} />
    </>
  )
}
