import * as adminLinks from '#contract/admin-links.ts'
import { roles, type Role } from '#contract/permission.ts'
import { joinTexts, useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { settings } from '#web/settings.ts'
import type { ListColumns } from '#web/ui/columns.tsx'
import { userListMessages } from '#web/parts/texts/messages.ts'
import { Roles, State } from './cells.tsx'
import type { AdminUser } from './contract.ts'
import { RoleBox, type OnRole } from './matrix.tsx'
import { accountMessages, messages } from './texts/messages.ts'

export const texts = joinTexts(userListMessages, accountMessages, messages)

type Columns = ListColumns<AdminUser, typeof texts>

/** Returns the columns of the list, or of the role matrix. Excludes the second factor unless the portal logs admins in. */
export function useListColumns(isMatrix: boolean, onRole: OnRole): Columns {
  if (isMatrix) return [nameColumn, ...roles.map((role) => roleColumn(role, onRole))]
  return settings().adminSignIn === 'local' ? columns : columnsWithoutFactor
}

const nameColumn: Columns[number] = {
  id: 'person',
  kind: 'person',
  width: 12,
  identity: ({ id }) => ({ to: adminLinks.admin({ id }), beside: <You id={id} /> }),
}

const columns: Columns = [
  nameColumn,
  { id: 'state', width: 3, onPhone: 'state', cell: (admin) => <State admin={admin} /> },
  { id: 'roles', width: 4, onPhone: 'fact', cell: (admin) => <Roles roles={admin.roles} /> },
  {
    id: 'secondFactor',
    width: 4,
    onPhone: 'line',
    cell: ({ secondFactor }, t) => t[`factor_${secondFactor}`],
  },
  { id: 'lastLogin', kind: 'ago', width: 5, none: 'never' },
]

const columnsWithoutFactor = columns.filter(({ id }) => id !== 'secondFactor')

function roleColumn(role: Role, onRole: OnRole): Columns[number] {
  return { id: role, width: 3, cell: (admin) => <RoleBox {...{ admin, role, onRole }} /> }
}

function You({ id }: Pick<AdminUser, 'id'>) {
  const t = useMessages(messages)
  return (
    useAdminMe().id === id && (
      <span data-self="" className="tag">
        {t.you}
      </span>
    )
  )
}
