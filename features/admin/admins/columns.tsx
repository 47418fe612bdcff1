import * as adminLinks from '#contract/admin-links.ts'
import { roles, type Role } from '#contract/permission.ts'
import { joinTexts, useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { settings } from '#web/settings.ts'
import type { Query } from '#contract/endpoint.ts'
import { CutText } from '#web/ui/cut-text.tsx'
import type { ListColumns } from '#web/ui/columns.tsx'
import type { ListFilters } from '#web/ui/enum-filters.ts'
import { userListMessages } from '#web/parts/texts/messages.ts'
import { Roles, State } from './cells.tsx'
import type { AdminUser, listAdminUsers } from './contract.ts'
import { RoleBox, type OnRole } from './matrix.tsx'
import { accountMessages, messages } from './texts/messages.ts'

export const texts = joinTexts(accountMessages, userListMessages, messages)

type Columns = ListColumns<AdminUser, typeof texts>

/**
 * Returns the columns of the list, or of the role matrix. Excludes the second factor unless the portal logs admins in.
 */
export function listColumns(onRole: OnRole, { isMatrix }: { isMatrix: boolean }): Columns {
  if (isMatrix) return [nameColumn, ...roles.map((role) => roleColumn(role, onRole))]
  return settings().adminSignIn === 'local' ? columns : columnsWithoutFactor
}

type Filters = ListFilters<Query<typeof listAdminUsers>, typeof texts>

const filters: Filters = [
  { name: 'role', title: 'roles', label: (value, t) => t[value] },
  { name: 'status', title: 'state', label: (value, t) => t[`status_${value}`] },
  { name: 'secondFactor', label: factorName },
]

/** Returns the filters of the list. Excludes the second factor unless the portal logs admins in. */
export function filtersOf(): Filters {
  const isLocal = settings().adminSignIn === 'local'
  return isLocal ? filters : filters.filter(({ name }) => name !== 'secondFactor')
}

const nameColumn: Columns[number] = {
  id: 'person',
  kind: 'person',
  width: 11,
  identity: ({ id }) => ({ to: adminLinks.admin({ id }), beside: <You id={id} /> }),
}

const columns: Columns = [
  nameColumn,
  { id: 'state', width: 3, onPhone: 'state', cell: (admin) => <State admin={admin} /> },
  { id: 'roles', width: 5, onPhone: 'fact', cell: (admin) => <Roles roles={admin.roles} /> },
  {
    id: 'secondFactor',
    width: 4,
    onPhone: 'line',
    cell: ({ secondFactor }, t) => (
      <CutText title={factorName(secondFactor, t)}>{t[`factor_${secondFactor}`]}</CutText>
    ),
    phoneText: ({ secondFactor }, t) => factorName(secondFactor, t),
  },
  { id: 'lastLogin', kind: 'time', width: 5, none: 'never' },
]

/** Returns the full name of a second factor, for which the list itself has no room. */
function factorName(factor: AdminUser['secondFactor'], t: (typeof texts)['en']): string {
  return factor === 'app' ? t.factor_authenticator : t[`factor_${factor}`]
}

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
