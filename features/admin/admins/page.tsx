import { useEffect, useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import type { Role } from '#contract/permission.ts'
import { useAdminMe } from '#web/me.ts'
import { ListPage } from '#web/ui/list-page.tsx'
import { useList } from '#web/ui/use-list.ts'
import { useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { ExportButton } from '#web/ui/export-button.tsx'
import { Ago, nameOf } from '#web/ui/facts.tsx'
import { Button } from '#web/ui/button.tsx'
import { headerOf } from '#web/ui/page.tsx'
import type { MenuItem } from '#web/ui/popup.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import type { Column } from '#web/ui/table.tsx'
import { ActivationDialog, ResetDialog, SuspendDialog } from './account-dialogs.tsx'
import { accountMessages } from './account-messages.ts'
import { Person, Roles, State } from './cells.tsx'
import { exportAdminUsers, listAdminUsers, type AdminUser } from './contract.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { useMayManage } from './may-manage.tsx'
import { useRoleColumns } from './matrix.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'
import type { PagesFor } from './role-choices.tsx'
import { RolesDialog } from './roles-dialog.tsx'

/** `matrix` shows who has which role. */
type Search = { view?: string }

type Props = {
  pagesFor: PagesFor
  search: Search
  onSearch: (search: Search) => void
  isInviting: boolean
  onInviting: (isOpen: boolean) => void
  /** What waits for a second person. */
  pending: ReactNode
  /** A link to the page of one's own account. */
  accountLink: (text: string) => ReactNode
  adminLink: (id: string, text: ReactNode) => ReactNode
}

type OpenDialog =
  | { dialog: 'roles'; admin: AdminUser; wanted?: readonly Role[] }
  | { dialog: 'activation' | 'suspension' | 'reset'; admin: AdminUser }

export const AdminUsersHeader = headerOf(messages, true)

export function AdminUsersPage(props: Props) {
  const { pagesFor, search, onSearch, onInviting, pending, accountLink, adminLink } = props
  const t = useMessages(messages)
  const [asked, setAsked] = useState<OpenDialog>()
  const list = useList(listAdminUsers)
  const focus = useFocusBack()
  const isMatrix = search.view === 'matrix'
  const columns = useShownColumns(isMatrix, adminLink, setAsked)
  return (
    <ListPage
      header={<AdminUsersHeader />}
      action={<InviteButton onInvite={() => onInviting(true)} />}
      tabs={<Views isMatrix={isMatrix} onSearch={onSearch} />}
      notice={pending}
      t={{ caption: t.title }}
      columns={columns}
      list={list}
      view={{ search: {}, onSearch: () => undefined }}
      tools={<ExportButton endpoint={exportAdminUsers} query={{}} name="admins" />}
      rowName={nameOf}
      rowMenu={useRowMenu(setAsked, { accountLink, adminLink })}
    >
      <Invitation
        {...props}
        onInvited={(id) => {
          list.refetch()
          focus(id)
        }}
      />
      {asked && (
        <Dialogs
          asked={asked}
          rows={list.rows ?? []}
          pagesFor={pagesFor}
          onClose={() => setAsked(undefined)}
          onConflict={list.refetch}
          onDone={(changed) => {
            setAsked(undefined)
            list.replace(changed)
            if (asked.dialog === 'roles') showSuccess(fill(t.saved, { name: nameOf(changed) }))
            focus(changed.id)
          }}
        />
      )}
    </ListPage>
  )
}

type InvitationProps = Pick<Props, 'isInviting' | 'onInviting' | 'pagesFor'> & {
  onInvited: (id: string) => void
}

function Invitation({ isInviting, onInviting, pagesFor, onInvited }: InvitationProps) {
  if (!isInviting) return null
  return (
    <InviteDialog
      pagesFor={pagesFor}
      onClose={() => onInviting(false)}
      onDone={({ id }) => {
        onInviting(false)
        onInvited(id)
      }}
    />
  )
}

type DialogProps = {
  asked: OpenDialog
  rows: readonly AdminUser[]
  pagesFor: PagesFor
  onClose: () => void
  onConflict: () => void
  onDone: (changed: AdminUser) => void
}

function Dialogs({ asked, rows, pagesFor, onClose, onConflict, onDone }: DialogProps) {
  const admin = rows.find(({ id }) => id === asked.admin.id) ?? asked.admin
  const common = { key: admin.id, admin, onClose }
  if (asked.dialog === 'roles') {
    const { wanted } = asked
    return <RolesDialog {...common} {...{ wanted, pagesFor, onConflict }} onSaved={onDone} />
  }
  if (asked.dialog === 'activation') return <ActivationDialog {...common} onDone={onDone} />
  if (asked.dialog === 'suspension') return <SuspendDialog {...common} onDone={onDone} />
  return <ResetDialog {...common} onDone={onDone} />
}

function useRowMenu(
  onAsk: (asked: OpenDialog) => void,
  { accountLink, adminLink }: Pick<Props, 'accountLink' | 'adminLink'>,
) {
  const t = useMessages(accountMessages)
  const { change } = useMessages(messages)
  const { id } = useAdminMe()
  const mayManage = useMayManage()
  return (admin: AdminUser): MenuItem[] => {
    if (admin.id === id) return [{ text: t.yourAccount, link: accountLink }]
    const ask = (dialog: OpenDialog['dialog']) => () => onAsk({ dialog, admin })
    return [
      { text: t.open, link: (text: string) => adminLink(admin.id, text) },
      { text: change, onPress: ask('roles') },
      ...(mayManage(admin) && admin.active
        ? [{ text: admin.joined ? t.reset : t.resend, onPress: ask('reset') }]
        : []),
      ...(mayManage(admin) && admin.active && admin.suspendedUntil === null
        ? [{ text: t.suspend, onPress: ask('suspension'), isDangerous: true }]
        : []),
      ...(mayManage(admin)
        ? [
            {
              text: admin.active ? t.deactivate : t.activate,
              isDangerous: admin.active,
              onPress: ask('activation'),
            },
          ]
        : []),
    ]
  }
}

/** Focuses the name of that admin: a saved change removes the dialog that had the focus. */
function useFocusBack(): (id: string) => void {
  // An object, so that a second change of the same admin is noticed.
  const [changed, setChanged] = useState<{ id: string }>()
  useEffect(() => {
    if (!changed) return
    document.querySelector<HTMLElement>(`[data-admin="${changed.id}"] a`)?.focus()
  }, [changed])
  return (id) => setChanged({ id })
}

/** As a list, or as the matrix of roles. */
function useShownColumns(
  isMatrix: boolean,
  adminLink: Props['adminLink'],
  onAsk: (asked: OpenDialog) => void,
) {
  const columns = useColumns(adminLink)
  const matrix = useRoleColumns((admin, wanted) => onAsk({ dialog: 'roles', admin, wanted }))
  return isMatrix ? [...columns.slice(0, 1), ...matrix] : columns
}

function useColumns(adminLink: Props['adminLink']): Column<AdminUser>[] {
  const t = useMessages(messages)
  const words = useMessages(accountMessages)
  const isLocal = settings().adminSignIn === 'local'
  return [
    {
      title: t.person,
      width: 12,
      cell: (admin) => <Person admin={admin} adminLink={adminLink} />,
    },
    { title: words.state, width: 3, onPhone: 'state', cell: (admin) => <State admin={admin} /> },
    {
      title: t.roles,
      width: 4,
      onPhone: 'fact',
      cell: ({ roles }) => <Roles roles={roles} />,
    },
    ...(isLocal
      ? [
          {
            title: words.secondFactor,
            width: 4,
            onPhone: 'line' as const,
            cell: ({ secondFactor }: AdminUser) => words[`factor_${secondFactor}`],
          },
        ]
      : []),
    {
      title: t.lastLogin,
      width: 5,
      onPhone: ({ lastLogin }) => (lastLogin === null ? 'none' : 'titled'),
      cell: ({ lastLogin }) => <Ago time={lastLogin} missing={t.never} />,
    },
  ]
}

function InviteButton({ onInvite }: { onInvite: () => void }) {
  const t = useMessages(accountMessages)
  return (
    <Button variant="primary" onClick={onInvite}>
      {t.invite}
    </Button>
  )
}

type ViewsProps = { isMatrix: boolean; onSearch: (search: Search) => void }

function Views({ isMatrix, onSearch }: ViewsProps) {
  const t = useMessages(accountMessages)
  return (
    <div className={styles.views}>
      <Button variant="quiet" aria-pressed={!isMatrix} onClick={() => onSearch({})}>
        {t.asList}
      </Button>
      <Button variant="quiet" aria-pressed={isMatrix} onClick={() => onSearch({ view: 'matrix' })}>
        {t.asMatrix}
      </Button>
      {isMatrix && <p className="soft">{t.matrixHint}</p>}
    </div>
  )
}
