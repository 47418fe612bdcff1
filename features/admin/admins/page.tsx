import { useEffect, useState } from 'react'
import { fill } from '#contract/locale.ts'
import type { Permission } from '#contract/permission.ts'
import { useAdminMe } from '#web/me.ts'
import { ListPage, useList } from '#web/ui/list-page.tsx'
import { useMessages } from '#web/locale.ts'
import { Moment, nameOf } from '#web/ui/facts.tsx'
import { Button } from '#web/ui/button.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import type { Column } from '#web/ui/table.tsx'
import { listAdminUsers, type AdminUser } from './contract.ts'
import { messages } from './messages.ts'
import { RolesDialog } from './roles-dialog.tsx'

type Props = { pagesFor: (permissions: readonly Permission[]) => string[] }

export const AdminUsersHeader = headerOf(messages)

export function AdminUsersPage({ pagesFor }: Props) {
  const t = useMessages(messages)
  const [chosen, setChosen] = useState<AdminUser>()
  const list = useList(listAdminUsers)
  const focus = useFocusBack()
  return (
    <ListPage
      header={<AdminUsersHeader />}
      t={{ caption: t.title }}
      columns={useColumns(setChosen)}
      list={list}
    >
      {chosen && (
        <RolesDialog
          key={chosen.id}
          admin={list.rows?.find(({ id }) => id === chosen.id) ?? chosen}
          pagesFor={pagesFor}
          onClose={() => setChosen(undefined)}
          onSaved={(saved) => {
            setChosen(undefined)
            list.replace(saved)
            showSuccess(fill(t.saved, { name: nameOf(saved) }))
            focus(saved.id)
          }}
          onConflict={list.refetch}
        />
      )}
    </ListPage>
  )
}

/** Focuses the button of that admin: a saved change removes the dialog that had the focus. */
function useFocusBack(): (id: string) => void {
  const [id, setId] = useState<string>()
  useEffect(() => {
    if (id === undefined) return
    document.getElementById(`change-${id}`)?.focus()
  }, [id])
  return setId
}

function useColumns(onChange: (admin: AdminUser) => void): Column<AdminUser>[] {
  const t = useMessages(messages)
  return [
    { title: t.person, cell: (admin) => <Person admin={admin} /> },
    { title: t.roles, cell: ({ roles }) => <Roles roles={roles} /> },
    {
      title: t.lastLogin,
      cell: ({ lastLogin }) => <Moment time={lastLogin} missing={t.never} />,
    },
    {
      title: t.actions,
      cell: (admin) => <ChangeButton admin={admin} onChange={() => onChange(admin)} />,
    },
  ]
}

function Person({ admin }: { admin: AdminUser }) {
  const t = useMessages(messages)
  const { id } = useAdminMe()
  return (
    <>
      <bdi>{nameOf(admin)}</bdi> {admin.id === id && <span className="tag">{t.you}</span>}{' '}
      {!admin.active && (
        <span className="tag" data-kind="bad">
          {t.deactivated}
        </span>
      )}
      <span className="second-line">
        <bdi dir="ltr">{admin.email}</bdi>
      </span>
    </>
  )
}

function Roles({ roles }: Pick<AdminUser, 'roles'>) {
  const t = useMessages(messages)
  if (roles.length === 0) return <span className="soft">{t.noRole}</span>
  return (
    <ul className="tags">
      {roles.map((role) => (
        <li key={role} className="tag">
          {t[role]}
        </li>
      ))}
    </ul>
  )
}

function ChangeButton({ admin, onChange }: { admin: AdminUser; onChange: () => void }) {
  const t = useMessages(messages)
  const { id } = useAdminMe()
  if (admin.id === id) return <p className="soft">{t.ownRolesHint}</p>
  return (
    <Button
      id={`change-${admin.id}`}
      isInRow
      aria-label={fill(t.changeOf, { name: nameOf(admin) })}
      onClick={onChange}
    >
      {t.change}
    </Button>
  )
}
