import { useWords } from '#web/locale.ts'
import { AdminUsersPage } from '../../../features/admin/admins/page.tsx'
import { words } from '../frame-words.ts'
import { visibleMenu } from '../guards.ts'
import { adminMenu } from '../menus.ts'

export function AdminUsers() {
  const say = useWords(words)
  return (
    <AdminUsersPage
      pagesFor={(permissions) => visibleMenu(adminMenu, permissions).map(({ text }) => say[text])}
    />
  )
}
