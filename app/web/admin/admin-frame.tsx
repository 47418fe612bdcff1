import { Outlet, useRouter } from '@tanstack/react-router'
import { useAdminMe } from '#web/admin-me.ts'
import { Snackbar } from '#web/ui/snackbar.tsx'
import { AccountMenu } from '../account-menu.tsx'
import { paths } from '../addresses.ts'
import { Frame } from '../frame.tsx'
import { visibleMenu } from '../guards.ts'
import { MenuLink } from '../menu-link.tsx'
import { adminMenu } from '../menus.ts'
import { logOutAdmin } from './log-out.tsx'
import { AdminSessionLife } from './session-life.tsx'

export function AdminFrame() {
  const router = useRouter()
  const admin = useAdminMe()
  return (
    <>
      <AdminSessionLife here={() => router.latestLocation.href} />
      <Frame
        home={paths.admin}
        menu={visibleMenu(adminMenu, admin.permissions)}
        link={MenuLink}
        tools={<AccountMenu person={admin} onLogOut={logOutAdmin} />}
      >
        <Outlet />
      </Frame>
      <Snackbar />
    </>
  )
}
