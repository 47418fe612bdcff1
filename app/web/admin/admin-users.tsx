import { useMessages } from '#web/locale.ts'
import { AdminUsersPage } from '../../../features/admin/admins/page.tsx'
import { messages } from '../frame-messages.ts'
import { visibleMenu } from '../guards.ts'
import { adminMenu } from '../menus.ts'

export function AdminUsers() {
  const t = useMessages(messages)
  return (
    <AdminUsersPage
      pagesFor={(permissions) => visibleMenu(adminMenu, permissions).map(({ text }) => t[text])}
    />
  )
}
